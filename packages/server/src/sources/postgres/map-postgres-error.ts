import {
  adviceOf,
  answered,
  byNetworkCode,
  certificate,
  certificateCodes,
  conflict,
  failed,
  isOfTable,
  lost,
  type Meaning,
  type ServerPlace,
  tlsNotOffered,
  tooManyConnections,
  unreachable,
  wordsOf,
} from '../database-server.ts';
import { SourceError } from '../source-error.ts';

const authentication: Meaning = {
  class: 'authentication',
  sentence: ({ host, user }) =>
    `'${host}' does not let user '${user}' in; check user, password and the server's rules (pg_hba.conf)`,
};
const missing: Meaning = {
  class: 'not_found',
  sentence: ({ database }) =>
    `A table, column or schema is no longer in database '${database}'; refresh the connection`,
};
const unsupported: Meaning = {
  class: 'unsupported',
  sentence: ({ host }) =>
    `'${host}' cannot do what reading this table takes; read it through a view there`,
};
const badText: Meaning = {
  class: 'value_not_representable',
  sentence: ({ database }) =>
    `Database '${database}' holds text that is not valid in its encoding or in UTF-8; mend it there, or read a view ` +
    'that leaves it out',
};

/** Keyed by SQLSTATE; other states use their class (the first two characters). */
const bySqlState: Readonly<Record<string, Meaning>> = {
  '28000': authentication,
  '28P01': authentication,
  '3D000': {
    class: 'database_missing',
    sentence: ({ host, database }) => `'${host}' has no database '${database}'; check 'database'`,
  },
  '42501': {
    class: 'permission',
    sentence: ({ user, database }) =>
      `User '${user}' may not read this in database '${database}'; grant USAGE on the schema and SELECT on the table`,
  },
  '53300': tooManyConnections,
  '55P03': {
    class: 'conflict',
    sentence: ({ host }) => `Other work on '${host}' has the table locked; try again`,
  },
  '57014': {
    class: 'source_timeout',
    sentence: ({ host, user }) =>
      `'${host}' stopped the query, by its time limit or by an administrator; raise statement_timeout of '${user}'`,
  },
  '57P01': lost,
  '57P02': lost,
  '57P03': {
    class: 'unreachable',
    sentence: ({ host }) => `'${host}' is starting up or shutting down; try again in a moment`,
  },
  '57P05': lost,
  '42P01': missing,
  '42703': missing,
  '3F000': missing,
  '22021': badText,
  '22P05': badText,
  '53100': {
    class: 'source_failed',
    sentence: ({ host }) => `'${host}' has no disk left for what the query takes; make room there`,
  },
};
const bySqlClass: Readonly<Record<string, Meaning>> = {
  '40': conflict,
  '0A': unsupported,
  '08': lost,
  '28': authentication,
};

/** Messages of `pg` without a code (8.23); the driver's contract test covers each. */
const byMessage: readonly (readonly [RegExp, Meaning])[] = [
  [/^Connection terminated|^Client has encountered a connection error|not queryable$/, lost],
  [/^timeout expired$/, unreachable],
  [/^SASL: /, authentication],
  [
    /^The server does not support SSL connections$|^There was an error establishing an SSL connection$/,
    tlsNotOffered,
  ],
];

/**
 * Maps any failure of the driver to a SourceError. The server's message is shown only if it
 * contains names alone: other messages may contain values of rows.
 */
export function mapPostgresError(thrown: unknown, place: ServerPlace): SourceError {
  if (thrown instanceof SourceError) return thrown;
  const { code, message = '' } = thrown as { code?: unknown; message?: string };
  const text = typeof code === 'string' ? code : '';
  const meaning = meaningOf(text, message);
  const words = saysNames.test(text) ? message : undefined;
  const said = meaning === unknownState ? stateSentence(place, text, words) : undefined;
  const errorClass = said !== undefined && isOfTable(text) ? 'table_failed' : meaning.class;
  return new SourceError(errorClass, said ?? meaning.sentence(place) + wordsOf(words), {
    sourceCode: text === '' ? 'none' : text,
  });
}

/** The meaning of an unknown SQLSTATE; the error shows the server's name for the state. */
const unknownState: Meaning = { ...failed };

/**
 * SQLSTATEs whose messages contain names of tables, functions, limits and states, but no values:
 * permission, undefined objects, wrong state, cancellation, exhausted resources, damage, protocol.
 */
const saysNames = /^(42501|42883|42704|42P01|42703|55000|55006|57014|53...|54...|XX00[12]|08P01)$/;

function stateSentence(place: ServerPlace, state: string, words: string | undefined): string {
  const name = conditions[state];
  const code = name === undefined ? `SQLSTATE ${state}` : `SQLSTATE ${state}, ${name}`;
  return answered(place, code, adviceOf(state), words);
}

/** Names of PostgreSQL's manual. */
const conditions: Readonly<Record<string, string>> = {
  '21000': 'cardinality violation',
  '22003': 'numeric value out of range',
  '22007': 'invalid datetime format',
  '22008': 'datetime field overflow',
  '22012': 'division by zero',
  '22023': 'invalid parameter value',
  '22026': 'string data length mismatch',
  '22P02': 'invalid text representation',
  '22P03': 'invalid binary representation',
  '2201B': 'invalid regular expression',
  '22033': 'invalid SQL JSON subscript',
  '42704': 'undefined object',
  '42804': 'datatype mismatch',
  '42883': 'undefined function',
  '53200': 'out of memory',
  '53400': 'configuration limit exceeded',
  '54001': 'statement too complex',
  '55000': 'object not in prerequisite state',
  P0001: 'raised exception',
  P0002: 'no data found',
  P0004: 'assert failure',
  XX000: 'internal error',
  XX001: 'data corrupted',
  XX002: 'index corrupted',
};

function meaningOf(code: string, message: string): Meaning {
  if (/^[0-9A-Z]{5}$/.test(code) && !Object.hasOwn(byNetworkCode, code)) {
    return bySqlState[code] ?? bySqlClass[code.slice(0, 2)] ?? unknownState;
  }
  if (certificateCodes.test(code)) return certificate;
  // An unreadable key or certificate, or a server with incompatible TLS.
  if (/^ERR_(OSSL|SSL)/.test(code)) {
    return {
      class: 'certificate',
      sentence: ({ host }) =>
        `TLS with '${host}' failed; check sslrootcert, sslcert, sslkey and sslmode`,
    };
  }
  return byNetworkCode[code] ?? byMessage.find(([pattern]) => pattern.test(message))?.[1] ?? failed;
}
