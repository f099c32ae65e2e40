import {
  conflict,
  failed,
  lost,
  type Meaning,
  type ServerPlace,
  tooManyConnections,
} from '../database-server.ts';
import { GrpcFailure, GrpcStatus } from '../grpc-client.ts';
import { meaningOfHttpFailure } from '../map-http-error.ts';
import { SourceError } from '../source-error.ts';

/**
 * A failure that an answer reports, by its reason. The message is dropped, because it may contain
 * text of statements and rows.
 */
export class BigqueryFailure extends Error {
  /** HTTP status; 0 for a failed job. */
  readonly status: number;
  /** cloud.google.com/bigquery/docs/error-messages, or the error of OAuth 2.0 (RFC 6749, 5.2). */
  readonly reason: string;

  constructor(status: number, reason: string) {
    super('BigQuery failed');
    this.status = status;
    this.reason = reason;
  }
}

const authentication: Meaning = {
  class: 'authentication',
  sentence: ({ user }) =>
    `Google does not take the key of service account '${user}'; check that the key is not deleted and the account not disabled`,
};
const permission: Meaning = {
  class: 'permission',
  sentence: ({ user, database }) =>
    `Service account '${user}' may not read this in project '${database}'; give it the roles BigQuery Data Viewer and BigQuery ` +
    'Job User, and enable the BigQuery API',
};
const missing: Meaning = {
  class: 'not_found',
  sentence: ({ database }) =>
    `A dataset, table or column is not in project '${database}'; check the settings, or refresh the connection`,
};
const quota: Meaning = {
  class: 'quota',
  sentence: ({ database }) =>
    `Project '${database}' has used up a quota of BigQuery; raise it there, or wait`,
};
const billing: Meaning = {
  class: 'quota',
  sentence: ({ database }) =>
    `Billing is not enabled for project '${database}', or its tier does not allow this; enable it there`,
};
const tooManyBytes: Meaning = {
  class: 'quota',
  sentence: () =>
    "The query would be billed for more bytes than 'max_bytes_billed' allows; raise it, or read a smaller view",
};
const stopped: Meaning = {
  class: 'source_timeout',
  sentence: ({ database }) =>
    `A query of project '${database}' was stopped, by a time limit there or by an administrator; raise the limit`,
};
const resources: Meaning = {
  class: 'source_failed',
  sentence: ({ database }) =>
    `A view of project '${database}' takes more than BigQuery gives a query; make it a table there`,
};
const invalid: Meaning = {
  class: 'source_failed',
  sentence: ({ database }) =>
    `BigQuery refused a query of project '${database}'; look at the job history there, a view may be broken`,
};

const byReason: Readonly<Record<string, Meaning>> = {
  accessDenied: permission,
  accessNotConfigured: permission,
  authError: authentication,
  backendError: lost,
  badRequest: invalid,
  billingNotEnabled: billing,
  billingTierLimitExceeded: billing,
  blocked: quota,
  bytesBilledLimitExceeded: tooManyBytes,
  dailyLimitExceeded: quota,
  forbidden: permission,
  internalError: lost,
  invalid_client: authentication,
  invalid_grant: authentication,
  invalidQuery: invalid,
  jobBackendError: lost,
  jobInternalError: lost,
  jobRateLimitExceeded: tooManyConnections,
  notFound: missing,
  quotaExceeded: quota,
  rateLimitExceeded: tooManyConnections,
  resourceInUse: conflict,
  resourcesExceeded: resources,
  responseTooLarge: resources,
  stopped,
  tableUnavailable: lost,
  timeout: stopped,
  unauthorized_client: authentication,
};
const byStatus: Readonly<Record<number, Meaning>> = {
  401: authentication,
  403: permission,
  404: missing,
  429: tooManyConnections,
};
const byGrpcStatus: Readonly<Record<number, Meaning>> = {
  [GrpcStatus.deadlineExceeded]: lost,
  [GrpcStatus.notFound]: missing,
  [GrpcStatus.permissionDenied]: permission,
  [GrpcStatus.resourceExhausted]: quota,
  [GrpcStatus.aborted]: conflict,
  [GrpcStatus.internal]: lost,
  [GrpcStatus.unavailable]: lost,
  [GrpcStatus.unauthenticated]: authentication,
};

/** Any failure of the driver as a SourceError. */
export function mapBigqueryError(thrown: unknown, place: ServerPlace): SourceError {
  if (thrown instanceof SourceError) return thrown;
  const { meaning, code } = meaningOf(thrown);
  return new SourceError(meaning.class, meaning.sentence(place), { sourceCode: code });
}

function meaningOf(thrown: unknown): { meaning: Meaning; code: string } {
  if (thrown instanceof GrpcFailure) {
    return { meaning: byGrpcStatus[thrown.status] ?? failed, code: `gRPC ${thrown.status}` };
  }
  if (thrown instanceof BigqueryFailure) {
    const { status, reason } = thrown;
    const known = Object.hasOwn(byReason, reason) ? byReason[reason] : byStatus[status];
    return {
      meaning: known ?? (status >= 500 ? lost : failed),
      code: `${status} (${reason.slice(0, 60)})`,
    };
  }
  const code = String((thrown as { code?: unknown }).code ?? 'none');
  return { meaning: meaningOfHttpFailure(code) ?? failed, code };
}
