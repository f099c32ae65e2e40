import type { QuernError } from '../kernel/errors.ts';
import { sqlStateIn } from '../kernel/sql-error.ts';

/**
 * The two error shapes (docs/contract/errors.md#body-shapes): E1 everywhere, E2 on the workspace
 * endpoints.
 */
export type ErrorShape = 'api' | 'workspace';

export interface RenderedError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: {
    readonly error:
      | string
      | { readonly code: string; readonly message: string; readonly sqlstate?: string };
  };
}

/**
 * The only function that turns an error into bytes. Code, message, SQLSTATE and Retry-After leave
 * the process, and nothing else does.
 */
export function renderError(error: QuernError, shape: ErrorShape): RenderedError {
  const headers: Record<string, string> = {};
  if (error.retryAfterS !== undefined)
    headers['retry-after'] = String(Math.max(1, Math.ceil(error.retryAfterS)));
  if (error.allow) headers.allow = error.allow.join(', ');
  if (error.status === 401) headers['www-authenticate'] = 'Bearer';
  const isOfSql = error.code === 'BAD_REQUEST' || error.sqlState !== undefined;
  const sqlstate = isOfSql ? sqlStateIn(error) : undefined;
  const body =
    shape === 'workspace'
      ? { error: error.workspaceCode ?? error.code.toLowerCase() }
      : { error: { code: error.code, message: error.message, ...(sqlstate && { sqlstate }) } };
  return { status: error.status, headers, body };
}
