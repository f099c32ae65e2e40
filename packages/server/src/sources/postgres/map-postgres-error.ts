import { unreachableSentence } from '../resolve-host.ts';
import { SourceError, type SourceErrorClass } from '../source-error.ts';

/** What a sentence may name. */
export interface PostgresPlace {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

interface Meaning {
  readonly class: SourceErrorClass;
  readonly sentence: (place: PostgresPlace) => string;
}

const unreachable: Meaning = {
  class: 'unreachable',
  sentence: ({ host, port }) => unreachableSentence(host, port),
};
const lost: Meaning = {
  class: 'unreachable',
  sentence: ({ host }) => `'${host}' ended the connection before it was done; try again, or look at the server's log`,
};
const authentication: Meaning = {
  class: 'authentication',
  sentence: ({ host, user }) =>
    `'${host}' does not let user '${user}' in; check user, password and the server's rules (pg_hba.conf)`,
};
const conflict: Meaning = {
  class: 'conflict',
  sentence: ({ host }) => `Other work on '${host}' stood in the way of reading; try again`,
};
const missing: Meaning = {
  class: 'not_found',
  sentence: ({ database }) =>
    `A table, column or schema is no longer in database '${database}'; refresh the connection`,
};
const unsupported: Meaning = {
  class: 'unsupported',
  sentence: ({ host }) => `'${host}' cannot do what reading this table takes; read it through a view there`,
};
const failed: Meaning = {
  class: 'source_failed',
  sentence: ({ host }) => `'${host}' failed to answer; look at the server's log`,
};
const badText: Meaning = {
  class: 'value_not_representable',
  sentence: ({ database }) =>
    `Database '${database}' holds text that is not valid in its encoding or in UTF-8; mend it there, or read a view ` +
    'that leaves it out',
};
const certificate: Meaning = {
  class: 'certificate',
  sentence: ({ host }) =>
    `The certificate of '${host}' is not trusted, has expired or is for another name; set sslrootcert to the ` +
    "certificate of its authority, or check 'host'",
};

/** By SQLSTATE; of those not here, by its class (the first two characters). */
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
  '53300': {
    class: 'too_many_connections',
    sentence: ({ host }) => `'${host}' has no connection free; try again, or raise its limit`,
  },
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

const byErrno: Readonly<Record<string, Meaning>> = {
  ECONNREFUSED: unreachable,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ECONNRESET: lost,
  EPIPE: lost,
};

const certificateCodes =
  /^(ERR_TLS_CERT|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_CA|PATH_LENGTH|HOSTNAME_MISMATCH|INVALID_PURPOSE)/;

/** What `pg` says without a code (8.23); the contract test of this driver sees each of them. */
const byMessage: readonly (readonly [RegExp, Meaning])[] = [
  [/^Connection terminated|^Client has encountered a connection error|not queryable$/, lost],
  [/^timeout expired$/, unreachable],
  [/^SASL: /, authentication],
  [
    /^The server does not support SSL connections$|^There was an error establishing an SSL connection$/,
    {
      class: 'tls_not_offered',
      sentence: ({ host }) => `'${host}' offers no TLS; turn it on there, or set sslmode to 'disable' or 'prefer'`,
    },
  ],
];

/** Any failure of the driver as a SourceError. What the server says itself is not shown: it may hold values of rows. */
export function mapPostgresError(thrown: unknown, place: PostgresPlace): SourceError {
  if (thrown instanceof SourceError) return thrown;
  const { code, message = '' } = thrown as { code?: unknown; message?: string };
  const text = typeof code === 'string' ? code : '';
  const meaning = meaningOf(text, message);
  return new SourceError(meaning.class, meaning.sentence(place), { sourceCode: text === '' ? 'none' : text });
}

function meaningOf(code: string, message: string): Meaning {
  if (/^[0-9A-Z]{5}$/.test(code) && !Object.hasOwn(byErrno, code)) {
    return bySqlState[code] ?? bySqlClass[code.slice(0, 2)] ?? failed;
  }
  if (certificateCodes.test(code)) return certificate;
  // A key or a certificate that cannot be read, or a server whose TLS cannot be spoken to.
  if (/^ERR_(OSSL|SSL)/.test(code)) {
    return {
      class: 'certificate',
      sentence: ({ host }) => `TLS with '${host}' failed; check sslrootcert, sslcert, sslkey and sslmode`,
    };
  }
  return byErrno[code] ?? byMessage.find(([pattern]) => pattern.test(message))?.[1] ?? failed;
}
