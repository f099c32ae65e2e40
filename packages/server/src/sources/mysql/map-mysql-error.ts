import {
  adviceOf,
  answered,
  byNetworkCode,
  certificate,
  conflict,
  failed,
  isOfTable,
  lost,
  type Meaning,
  type ServerPlace,
  tlsNotOffered,
  tooManyConnections,
  wordsOf,
} from '../database-server.ts';
import { SourceError } from '../source-error.ts';

const authentication: Meaning = {
  class: 'authentication',
  sentence: ({ host, user }) =>
    `'${host}' does not let user '${user}' in; check user, password and from where it may sign in`,
};
const databaseMissing: Meaning = {
  class: 'database_missing',
  sentence: ({ host, database, user }) =>
    `'${host}' has no database '${database}' that user '${user}' may use; check 'database' and the user's grants`,
};
const permission: Meaning = {
  class: 'permission',
  sentence: ({ user, database }) =>
    `User '${user}' may not read this in database '${database}'; grant it SELECT`,
};
const stopped: Meaning = {
  class: 'source_timeout',
  sentence: ({ host }) =>
    `'${host}' stopped the query, by its time limit or by an administrator; raise its time limit`,
};
const missing: Meaning = {
  class: 'not_found',
  sentence: ({ database }) =>
    `A table or column is no longer in database '${database}'; refresh the connection`,
};
const changed: Meaning = {
  class: 'definition_changed',
  sentence: ({ database }) => `A table of database '${database}' is being changed; try again`,
};

/** Keyed by the server's error number, on which MySQL and MariaDB agree. */
const byNumber: Readonly<Record<number, Meaning>> = {
  1040: tooManyConnections,
  1044: databaseMissing,
  1045: authentication,
  1049: databaseMissing,
  1053: lost,
  1054: missing,
  1129: {
    class: 'permission',
    sentence: ({ host }) =>
      `'${host}' blocks this service after too many failed connections; run FLUSH HOSTS there`,
  },
  1130: {
    class: 'authentication',
    sentence: ({ host, user }) =>
      `'${host}' lets nobody in from this service's address; allow '${user}' from it`,
  },
  1142: permission,
  1143: permission,
  1146: missing,
  1158: lost,
  1159: lost,
  1160: lost,
  1161: lost,
  1203: tooManyConnections,
  1205: conflict,
  1213: conflict,
  1226: tooManyConnections,
  1251: authentication,
  1317: stopped,
  1345: permission,
  1356: {
    class: 'table_failed',
    sentence: () =>
      'A view reads what is gone or what its definer may not read; mend the view, or give its definer the right',
  },
  1449: {
    class: 'table_failed',
    sentence: () =>
      'The definer of a view is no user of the server any more; give the view another one',
  },
  1370: permission,
  1412: changed,
  1524: authentication,
  1615: changed,
  1698: authentication,
  1820: authentication,
  1862: authentication,
  1927: lost,
  1969: stopped,
  3024: stopped,
  3118: authentication,
};

const byCode: Readonly<Record<string, Meaning>> = {
  ...byNetworkCode,
  PROTOCOL_CONNECTION_LOST: lost,
  HANDSHAKE_NO_SSL_SUPPORT: tlsNotOffered,
  HANDSHAKE_SSL_ERROR: certificate,
  AUTH_SWITCH_PLUGIN_ERROR: {
    class: 'unsupported',
    sentence: ({ host, user }) =>
      `'${host}' asks user '${user}' to sign in by a plugin that this service does not have; give the user caching_sha2_password ` +
      'or mysql_native_password',
  },
  MYSQL_CLEAR_PASSWORD_NOT_ENABLED: {
    class: 'unsupported',
    sentence: ({ host, user }) =>
      `'${host}' asks for the password of '${user}' in clear, which this service does not send; give the user another plugin`,
  },
};

/**
 * Maps any failure of the driver to a SourceError. The server's message is shown only if it
 * contains names alone: other messages may contain values of rows.
 */
export function mapMysqlError(thrown: unknown, place: ServerPlace): SourceError {
  if (thrown instanceof SourceError) return thrown;
  const { code, errno, sqlState, sqlMessage } = thrown as Partial<Record<string, unknown>>;
  const known =
    (typeof errno === 'number' ? byNumber[errno] : undefined) ??
    (typeof code === 'string' ? byCode[code] : undefined);
  const words = sayNames.has(Number(errno)) && sqlMessage ? String(sqlMessage) : undefined;
  const sourceCode =
    errno === undefined ? String(code ?? 'none') : `${String(code)} (${String(errno)})`;
  if (known)
    return new SourceError(known.class, known.sentence(place) + wordsOf(words), { sourceCode });
  if (typeof errno !== 'number' || typeof sqlState !== 'string')
    return new SourceError(failed.class, failed.sentence(place), { sourceCode });
  const name = /^ER_[A-Z0-9_]{1,60}$/.test(String(code)) ? `${errno} ${String(code)}` : `${errno}`;
  const state = /^[0-9A-Z]{5}$/.test(sqlState) ? sqlState : 'HY000';
  const sentence = answered(place, `${name}, SQLSTATE ${state}`, adviceOf(state), words);
  return new SourceError(isOfTable(state) ? 'table_failed' : failed.class, sentence, {
    sourceCode,
  });
}

/**
 * Errors whose messages contain names of tables, functions, users and limits, but no values:
 * rights, absent objects, invalid views, time limits, full or crashed tables.
 */
const sayNames: ReadonlySet<number> = new Set([
  ...[1030, 1114, 1142, 1143, 1146, 1194, 1195, 1205, 1226, 1305, 1317, 1356, 1370, 1449, 1812],
  ...[1969, 3024],
]);
