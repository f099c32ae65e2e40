import { type Endpoint, permissions } from '@quern/contract';
import { QuernError } from '../kernel/errors.ts';
import type { Principal } from '../scope/principal.ts';

/**
 * 403 unless the token's kind permits the operation, and also the change if the operation mutates.
 */
export function authorize(endpoint: Endpoint, principal: Principal): void {
  const rule: { readonly mutates: boolean; readonly tokens: readonly string[] } =
    permissions[endpoint.permission];
  if (!rule.tokens.includes(principal.kind)) throw forbidden(explainKind(principal));
  if (principal.isShortLived && endpoint.permission === 'tokens:write') throw forbidden(outlives);
  if (rule.mutates && principal.readOnly)
    throw forbidden('This token is read-only; use one that may write');
}

const outlives =
  'A short-lived token may not issue or revoke tokens, which would outlive it; use the access token itself';

function explainKind({ kind }: Principal): string {
  if (kind === 'database') {
    return 'This credential is limited to creating databases, querying, uploading data and creating schemas and tables';
  }
  return kind === 'workspace'
    ? 'A workspace token may not do this; use an organization token'
    : 'This token may not do this';
}

function forbidden(message: string): QuernError {
  return new QuernError('ACCESS_DENIED', message, { workspaceCode: 'forbidden' });
}
