import {
  failed,
  lost,
  type Meaning,
  type ServerPlace,
  tooManyConnections,
} from '../database-server.ts';
import { meaningOfHttpFailure } from '../map-http-error.ts';
import { SourceError } from '../source-error.ts';

/**
 * An invalid answer, or an answer with a failure. The message is dropped, because it may contain
 * text of statements and rows.
 */
export class SnowflakeFailure extends Error {
  /** HTTP status. */
  readonly status: number;
  /** Snowflake's own, of six digits; undefined where the answer had none. */
  readonly code: string | undefined;
  readonly sqlState: string;

  constructor(status: number, code: string | undefined, sqlState = '') {
    super('Snowflake failed');
    this.status = status;
    this.code = code;
    this.sqlState = sqlState;
  }
}

const authentication: Meaning = {
  class: 'authentication',
  sentence: ({ host, user }) =>
    `'${host}' does not let user '${user}' in; check user and password or key, and that the user is not locked`,
};
const keyRefused: Meaning = {
  class: 'authentication',
  sentence: ({ host, user }) =>
    `'${host}' does not take the key of user '${user}'; check that its public key is the user's RSA_PUBLIC_KEY, and 'account'`,
};
const secondFactor: Meaning = {
  class: 'authentication',
  sentence: ({ user }) =>
    `User '${user}' must sign in with a second factor, which a service cannot; use a key pair or a programmatic access token`,
};
const network: Meaning = {
  class: 'permission',
  sentence: ({ host }) =>
    `'${host}' lets nobody in from this service's address; allow it in the account's network policy`,
};
const role: Meaning = {
  class: 'permission',
  sentence: ({ user }) =>
    `The role does not exist or user '${user}' does not have it; check 'role'`,
};
const account: Meaning = {
  class: 'configuration',
  sentence: ({ host }) => `'${host}' is no account of Snowflake that answers; check 'account'`,
};
const warehouse: Meaning = {
  class: 'permission',
  sentence: () =>
    "The warehouse does not exist, is suspended and may not resume, or the role may not use it; check 'warehouse', and grant " +
    'USAGE and OPERATE of it',
};
const quota: Meaning = {
  class: 'quota',
  sentence: ({ host }) =>
    `The account or a resource monitor at '${host}' has used up its credits, or the account is suspended; raise the quota there`,
};
const missing: Meaning = {
  class: 'not_found',
  sentence: ({ database }) =>
    `A table or column is no longer in database '${database}', or the role may not read it; refresh the connection`,
};
const permission: Meaning = {
  class: 'permission',
  sentence: ({ user, database }) =>
    `The role of user '${user}' may not read this in database '${database}'; grant it USAGE and SELECT`,
};
const stopped: Meaning = {
  class: 'source_timeout',
  sentence: ({ host }) =>
    `'${host}' stopped the query, by a time limit of the account or the warehouse or by an administrator; raise the limit`,
};
const unsupported: Meaning = {
  class: 'unsupported',
  sentence: ({ host }) =>
    `'${host}' refused what this service asked of it as unsupported; look at its query history`,
};
const expired: Meaning = {
  class: 'unreachable',
  sentence: ({ host }) => `'${host}' ended the session; try again`,
};

const databaseMissing: Meaning = {
  class: 'database_missing',
  sentence: ({ database }) =>
    `Database '${database}' does not exist or the role may not use it; check 'database' and 'role'`,
};

/** Keyed by Snowflake's codes, from its drivers and documentation. */
const byCode: Readonly<Record<string, Meaning>> = {
  '390103': expired,
  '390104': expired,
  '390110': expired,
  '390111': expired,
  '390112': expired,
  '390113': expired,
  '390114': expired,
  '390115': expired,
  '390120': secondFactor,
  '390123': secondFactor,
  '390126': secondFactor,
  '390127': secondFactor,
  '390129': secondFactor,
  '390144': keyRefused,
  '390186': role,
  '390189': role,
  '390197': secondFactor,
  '390201': databaseMissing,
  '390420': network,
  '390422': network,
  '394300': keyRefused,
  '394301': keyRefused,
  '394302': keyRefused,
  '394303': keyRefused,
  '394304': keyRefused,
  '394305': keyRefused,
  '394306': keyRefused,
  '000604': stopped,
  '000605': stopped,
  '000606': warehouse,
  '000630': stopped,
  '000666': quota,
  '000904': missing,
  '002003': missing,
  '002043': missing,
  '003001': permission,
  '003003': permission,
  '090073': quota,
  '090105': databaseMissing,
  '090106': missing,
};
/** Other codes of the session service concern the sign-in. */
const ofSessions = /^39\d{4}$/;
const bySqlState: Readonly<Record<string, Meaning>> = {
  '02000': missing,
  '0A000': unsupported,
  '28000': authentication,
  '42501': permission,
  '42S02': missing,
  '57014': stopped,
  '57P03': warehouse,
};

/** Any failure of the driver as a SourceError. */
export function mapSnowflakeError(thrown: unknown, place: ServerPlace): SourceError {
  if (thrown instanceof SourceError) return thrown;
  const { meaning, code } =
    thrown instanceof SnowflakeFailure ? meaningOfAnswer(thrown) : meaningOfLoss(thrown);
  return new SourceError(meaning.class, meaning.sentence(place), { sourceCode: code });
}

function meaningOfAnswer({ status, code, sqlState }: SnowflakeFailure): {
  meaning: Meaning;
  code: string;
} {
  if (code !== undefined) {
    const meaning = byCode[code] ?? (ofSessions.test(code) ? authentication : bySqlState[sqlState]);
    return { meaning: meaning ?? failed, code: `${code} (${sqlState})` };
  }
  const byStatus =
    status === 403 || status === 404 ? account : status === 429 ? tooManyConnections : failed;
  return { meaning: status >= 500 ? lost : byStatus, code: `HTTP ${status}` };
}

function meaningOfLoss(thrown: unknown): { meaning: Meaning; code: string } {
  const code = String((thrown as { code?: unknown }).code ?? 'none');
  return { meaning: meaningOfHttpFailure(code) ?? failed, code };
}
