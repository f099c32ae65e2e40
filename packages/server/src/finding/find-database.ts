import type { HasClock } from '../kernel/clock.ts';
import { accessDenied, badRequest, notFound } from '../kernel/errors.ts';
import { printable } from '../lake/identifiers.ts';
import { type DatabaseRow, isLive, readDatabase } from '../metadata/database-store.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import type { Scope } from '../scope/principal.ts';
import type { HasRemembered } from './remembered-rows.ts';

/**
 * The database with the id in the scope. Throws 404 for an unknown id, and 403 when the credential
 * is limited to another database.
 */
export async function requireDatabase(
  services: HasClock & HasMetadata & HasRemembered,
  scope: Scope,
  id: string,
): Promise<DatabaseRow> {
  const { databaseId } = scope.principal;
  if (databaseId !== null && databaseId !== id) {
    throw accessDenied('This credential is limited to another database');
  }
  const row = await services.remembered.databases.get(`${scope.workspaceId} ${id}`, () =>
    readDatabase(services.metadata.db, scope.workspaceId, id),
  );
  if (!row || !isLive(row, services.clock.now())) throw databaseNotFound(id);
  return row;
}

/**
 * Throws 404 when the credential is limited to a deleted database. Such a credential is useless.
 */
export async function requireDatabaseOfToken(
  services: HasClock & HasMetadata & HasRemembered,
  scope: Scope,
): Promise<void> {
  const { databaseId } = scope.principal;
  if (databaseId !== null) await requireDatabase(services, scope, databaseId);
}

export function databaseNotFound(id: string) {
  return notFound(`Database ${printable(id)} not found`);
}

/** The database of the X-Database-Id header. Throws 400 without the header. */
export async function requireDatabaseOfHeader(
  services: HasClock & HasMetadata & HasRemembered,
  scope: Scope,
  header: string | undefined,
): Promise<DatabaseRow> {
  if (header === undefined || header.trim() === '')
    throw badRequest('the X-Database-Id header is required');
  refuseMalformedId(header);
  return requireDatabase(services, scope, header);
}

/**
 * The database named by the header or the body field. An empty value counts as absent. Throws 400
 * when both differ or neither is given.
 */
export async function requireDatabaseOfQuery(
  services: HasClock & HasMetadata & HasRemembered,
  scope: Scope,
  header: string | undefined,
  field: string | null | undefined,
): Promise<DatabaseRow> {
  const given = [header, field].filter((id) => typeof id === 'string' && id.trim() !== '');
  const id = given[0];
  if (typeof id !== 'string') {
    throw badRequest(
      'a database is required: set the X-Database-Id header or the database_id body field',
    );
  }
  if (given.some((other) => other !== id)) {
    throw badRequest(
      'the X-Database-Id header and the database_id body field name different databases; send one of them',
    );
  }
  refuseMalformedId(id);
  return requireDatabase(services, scope, id);
}

/**
 * "A missing or malformed value is a 400": a malformed value cannot be an id at all. An unknown id
 * is not malformed.
 */
function refuseMalformedId(id: string): void {
  if (!/^[A-Za-z0-9_-]{1,128}$/.test(id)) {
    throw badRequest(
      `${printable(id)} is not a database id; it goes into the X-Database-Id header as the service gave it`,
    );
  }
}
