/**
 * The closed lists of machine codes (docs/contract/errors.md#codes), and the short forms that
 * endpoints are declared with.
 */

/** Codes of shape E1 with status. */
export const apiErrorCodes = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  ACCESS_DENIED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  RESOURCE_LOCKED: 409,
  IDEMPOTENCY_KEY_CONFLICT: 409,
  INLINE_DATA_TOO_LARGE: 413,
  PAYLOAD_TOO_LARGE: 413,
  RESULT_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  VALIDATION_FAILED: 422,
  OVERLOADED: 429,
  INTERNAL_SERVER_ERROR: 500,
  STORED_DATA_DAMAGED: 500,
  PRESIGN_UNSUPPORTED: 501,
  BAD_GATEWAY: 502,
  SERVICE_UNAVAILABLE: 503,
  PERSISTENCE_UNAVAILABLE: 503,
} as const satisfies Record<string, number>;
export type ApiErrorCode = keyof typeof apiErrorCodes;

/** Codes of shape E2 with status. */
export const workspaceErrorCodes = {
  invalid_json: 400,
  bad_request: 400,
  missing_authorization: 401,
  invalid_token: 401,
  forbidden: 403,
  workspace_not_found: 404,
  organization_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  overloaded: 429,
  internal_server_error: 500,
  service_unavailable: 503,
  persistence_unavailable: 503,
} as const satisfies Record<string, number>;
export type WorkspaceErrorCode = keyof typeof workspaceErrorCodes;

/** One error status of an endpoint, with the possible codes and the occasion. */
export interface EndpointError {
  readonly status: number;
  readonly codes: readonly (ApiErrorCode | WorkspaceErrorCode)[];
  readonly when: string;
}

export const badRequest = (when: string): EndpointError => ({
  status: 400,
  codes: ['BAD_REQUEST'],
  when,
});
export const accessDenied = (when: string): EndpointError => ({
  status: 403,
  codes: ['ACCESS_DENIED'],
  when,
});
export const notFound = (when: string): EndpointError => ({
  status: 404,
  codes: ['NOT_FOUND'],
  when,
});
export const conflict = (when: string, ...codes: ApiErrorCode[]): EndpointError => ({
  status: 409,
  codes: ['CONFLICT', ...codes],
  when,
});
export const overloaded = (when: string): EndpointError => ({
  status: 429,
  codes: ['OVERLOADED'],
  when,
});
/** Errors of endpoints that ask a source. */
export const badGateway: EndpointError = {
  status: 502,
  codes: ['BAD_GATEWAY'],
  when: 'a source of a connection cannot be reached, or refuses; the message says what to do',
};
export const internal: EndpointError = {
  status: 500,
  codes: ['INTERNAL_SERVER_ERROR'],
  when: 'internal error',
};
/** Errors of endpoints that read tables, results and uploads. */
export const internalOrDamaged: EndpointError = {
  status: 500,
  codes: ['INTERNAL_SERVER_ERROR', 'STORED_DATA_DAMAGED'],
  when: 'internal error, or what the service keeps is damaged or missing',
};
export const presignUnsupported: EndpointError = {
  status: 501,
  codes: ['PRESIGN_UNSUPPORTED'],
  when: 'this deployment cannot issue upload URLs',
};
