import {
  failed,
  lost,
  type Meaning,
  type ServerPlace,
  tooManyConnections,
} from '../database-server.ts';
import { meaningOfHttpFailure } from '../map-http-error.ts';
import { SourceError } from '../source-error.ts';

/** A catalog's answer with an error status; `type` is the name of the error in the body. */
export class CatalogRefusal extends Error {
  readonly status: number;
  readonly type: string;
  constructor(status: number, type: string) {
    super(`${status} ${type}`);
    this.status = status;
    this.type = type;
  }
}

/** True if the resource is absent or forbidden. */
export const isHidden = (error: unknown): boolean =>
  error instanceof CatalogRefusal && (error.status === 403 || error.status === 404);

const authentication: Meaning = {
  class: 'authentication',
  sentence: ({ host }) =>
    `The Iceberg catalog '${host}' did not take the credentials; check 'token', or 'client_id' and its secret`,
};
const permission: Meaning = {
  class: 'permission',
  sentence: ({ host }) =>
    `The Iceberg catalog '${host}' lets the connection's user not see that; grant it the right to read the tables`,
};
const missing: Meaning = {
  class: 'not_found',
  sentence: ({ host }) =>
    `What was asked for is not in the Iceberg catalog '${host}'; check 'uri' and 'warehouse', or refresh the connection`,
};
const moved: Meaning = {
  class: 'configuration',
  sentence: ({ host }) =>
    `The Iceberg catalog '${host}' is elsewhere now, and redirects are not followed; give its new 'uri'`,
};
const badRequest: Meaning = {
  class: 'configuration',
  sentence: ({ host }) =>
    `The Iceberg catalog '${host}' did not understand what it was asked; check 'uri' and 'warehouse'`,
};

const byType: Readonly<Record<string, Meaning>> = {
  // OAuth2 errors of the token endpoint, with status 400.
  invalid_client: authentication,
  invalid_grant: authentication,
  invalid_scope: authentication,
  unauthorized_client: authentication,
};
const byStatus: Readonly<Record<number, Meaning>> = {
  400: badRequest,
  401: authentication,
  403: permission,
  404: missing,
  406: badRequest,
  419: authentication,
  429: tooManyConnections,
  503: tooManyConnections,
};

/** Any failure of the driver as a SourceError. */
export function mapIcebergError(thrown: unknown, place: ServerPlace): SourceError {
  if (thrown instanceof SourceError) return thrown;
  const { meaning, code } = meaningOf(thrown);
  return new SourceError(meaning.class, meaning.sentence(place), { sourceCode: code });
}

function meaningOf(thrown: unknown): { meaning: Meaning; code: string } {
  if (thrown instanceof CatalogRefusal) {
    const { status, type } = thrown;
    const known = Object.hasOwn(byType, type) ? byType[type] : byStatus[status];
    const other = status >= 300 && status < 400 ? moved : status >= 500 ? lost : failed;
    return { meaning: known ?? other, code: `${status} (${type.slice(0, 60)})` };
  }
  const code = String((thrown as { code?: unknown }).code ?? 'none');
  return { meaning: meaningOfHttpFailure(code) ?? failed, code };
}
