/** Shared parts of sources that are servers with sign-in: address, failures, TLS checks. */
import { unreachableSentence } from './resolve-host.ts';
import type { SourceConfig, SourceProperty } from './source.ts';
import { SourceError, type SourceErrorClass } from './source-error.ts';

/** The parts of a server's address that an error sentence may name. */
export interface ServerPlace {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

export function placeOf({ host, port, database, user }: SourceConfig): ServerPlace {
  return { host: String(host), port: Number(port), database: String(database), user: String(user) };
}

/**
 * Time limit from the first byte to the end of signing in; a reachable server needs a few round
 * trips.
 */
export const signInTimeoutMs = 20_000;
/** Maximum time for a cancelled session to end by itself, in milliseconds. */
export const cancelGraceMs = 2_000;

/** Meaning of a failure: class and sentence for the caller. */
export interface Meaning {
  readonly class: SourceErrorClass;
  readonly sentence: (place: ServerPlace) => string;
}

export const unreachable: Meaning = {
  class: 'unreachable',
  sentence: ({ host, port }) => unreachableSentence(host, port),
};
export const lost: Meaning = {
  class: 'unreachable',
  sentence: ({ host }) =>
    `'${host}' ended the connection before it was done; try again, or look at the server's log`,
};
export const conflict: Meaning = {
  class: 'conflict',
  sentence: ({ host }) => `Other work on '${host}' stood in the way of reading; try again`,
};
export const tooManyConnections: Meaning = {
  class: 'too_many_connections',
  sentence: ({ host }) => `'${host}' has no connection free; try again, or raise its limit`,
};
export const failed: Meaning = {
  class: 'source_failed',
  sentence: ({ host }) => `'${host}' failed to answer; look at the server's log`,
};
export const certificate: Meaning = {
  class: 'certificate',
  sentence: ({ host }) =>
    `The certificate of '${host}' is not trusted, has expired or is for another name; set sslrootcert to the ` +
    "certificate of its authority, or check 'host'",
};
export const tlsNotOffered: Meaning = {
  class: 'tls_not_offered',
  sentence: ({ host }) =>
    `'${host}' offers no TLS; turn it on there, or set sslmode to 'disable' or 'prefer'`,
};

/**
 * An error of the server, by its code and the code's name. The server's words may contain values of
 * rows, so `words` is given only for codes whose words contain names alone.
 */
export function answered(
  { host }: Pick<ServerPlace, 'host'>,
  code: string,
  advice: string,
  words?: string,
): string {
  return `'${host}' answered with an error of its own, ${code}: ${advice}${wordsOf(words)}`;
}

/** The server's words, shortened to one line of an answer. */
export function wordsOf(words: string | undefined): string {
  if (words === undefined || words === '') return '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what goes
  const plain = words.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  return ` (it says: ${plain.length > 200 ? `${plain.slice(0, 200)}…` : plain})`;
}

/** Advice about an error, by its SQLSTATE class, which all servers share. */
export function adviceOf(sqlState: string): string {
  switch (sqlState.slice(0, 2)) {
    case '21':
    case '22':
      return 'something that a view or a generated column there computes cannot be had; mend it there';
    case '38':
    case '39':
    case '45':
    case 'P0':
      return 'a function that a view there calls raises it; mend it there';
    case '55':
      return 'what is asked for is not in a state to be read; refresh or finish it there';
    case '42':
    case 'HY':
      return 'a view or function there does not hold any more; mend it there';
    default:
      return "look at the server's log";
  }
}

/** True if the SQLSTATE concerns the rows of one table rather than the server. */
export const isOfTable = (sqlState: string) => /^(2[12]|3[89]|42|45|55|P0)/.test(sqlState);

/** Node's codes for an untrusted certificate. */
export const certificateCodes =
  /^(ERR_TLS_CERT|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_CA|PATH_LENGTH|HOSTNAME_MISMATCH|INVALID_PURPOSE)/;

/** Keyed by the operating system's error codes. */
export const byNetworkCode: Readonly<Record<string, Meaning>> = {
  ECONNREFUSED: unreachable,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ECONNRESET: lost,
  EPIPE: lost,
};

/** The error mapper of a session: after an abort of `signal`, every failure counts as cancelled. */
export function errorMapper(
  signal: AbortSignal,
  place: ServerPlace,
  map: (thrown: unknown, place: ServerPlace) => SourceError,
): (thrown: unknown) => SourceError {
  return (thrown) =>
    signal.aborted
      ? new SourceError('cancelled', `Reading from '${place.host}' was cancelled`)
      : map(thrown, place);
}

/** libpq's modes, from the laxest to the strictest. */
export const tlsModes = [
  'disable',
  'allow',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
] as const;

/**
 * True if a connection without TLS is acceptable. TLS is used if offered, which is stricter than
 * libpq's `allow`.
 */
export const takesPlain = ({ sslmode }: SourceConfig) =>
  sslmode === 'prefer' || sslmode === 'allow';

/**
 * Node's TLS options for every mode but `disable`. As in libpq, `require` checks the certificate if
 * a root certificate is given.
 */
export function trustOf({ sslmode, sslrootcert }: SourceConfig) {
  const verifies =
    sslmode === 'verify-ca' ||
    sslmode === 'verify-full' ||
    (sslmode === 'require' && sslrootcert !== undefined);
  return {
    rejectUnauthorized: verifies,
    ...(sslrootcert === undefined ? {} : { ca: String(sslrootcert) }),
  };
}

export const hostProperty: SourceProperty = {
  name: 'host',
  label: 'Host',
  kind: 'text',
  format: 'host',
  required: true,
  description: 'Name or address of the server.',
};

export const portProperty = (usual: number): SourceProperty => ({
  name: 'port',
  label: 'Port',
  kind: 'integer',
  required: false,
  default: usual,
  minimum: 1,
  maximum: 65_535,
  description: 'Port of the server.',
});

export const rootCertificateProperty: SourceProperty = {
  name: 'sslrootcert',
  label: 'CA certificates',
  kind: 'text',
  required: false,
  description: 'Certificates to trust, as PEM text; those of well-known authorities where absent.',
};

export const liveProperty: SourceProperty = {
  name: 'live',
  label: 'Read live',
  kind: 'boolean',
  required: false,
  default: false,
  description:
    'Whether queries read all of its tables there, and nothing of them is kept, but for those whose refresh is set to another mode.',
};
