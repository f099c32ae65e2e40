import { hash } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { newId, newSecret } from '../kernel/ids.ts';
import type { MetadataSchema } from '../metadata/schema.ts';
import type { Principal, TokenKind } from './principal.ts';

type Db = Kysely<MetadataSchema> | Transaction<MetadataSchema>;

export interface NewToken {
  readonly kind: TokenKind;
  readonly organizationId: string;
  readonly workspaceId: string | null;
  readonly databaseId: string | null;
  readonly name: string;
  readonly readOnly: boolean;
  readonly expiresAt: number | null;
}

export interface TokenRecord extends NewToken {
  readonly id: string;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

/**
 * The stored form of a token: its SHA-256. Tokens are 256 random bits, so no salt and no slow hash
 * is needed.
 */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** Stores a token and returns the text, which exists only now. Only bootstrap passes `text`. */
export async function createToken(
  db: Db,
  token: NewToken,
  now: number,
  text = newSecret('qn_'),
): Promise<{ id: string; token: string }> {
  const id = newId('token');
  await db
    .insertInto('tokens')
    .values({
      id,
      token_hash: hashToken(text),
      kind: token.kind,
      organization_id: token.organizationId,
      workspace_id: token.workspaceId,
      database_id: token.databaseId,
      name: token.name,
      read_only: token.readOnly ? 1 : 0,
      user_id: newId('user'),
      created_at: now,
      expires_at: token.expiresAt,
      revoked_at: null,
    })
    .execute();
  return { id, token: text };
}

/**
 * A token that is not revoked, and the expiry (milliseconds since the epoch; null: none), possibly
 * passed.
 */
export interface LiveToken {
  readonly principal: Principal;
  readonly expiresAt: number | null;
}

export type TokenName = { readonly token_hash: string } | { readonly id: string };

/** A live token by id or by the hash of the text. */
export async function findLiveToken(db: Db, by: TokenName, now: number): Promise<LiveToken | null> {
  const token = await readToken(db, by);
  return token && isLiveToken(token, now) ? token : null;
}

export const isLiveToken = ({ expiresAt }: LiveToken, now: number) =>
  expiresAt === null || expiresAt > now;

/** Like `findLiveToken`, but also finds an expired token; for callers that check `expires_at`. */
export async function readToken(db: Db, by: TokenName): Promise<LiveToken | null> {
  const tokens = db
    .selectFrom('tokens')
    .leftJoin('workspaces', 'workspaces.id', 'tokens.workspace_id')
    .selectAll('tokens')
    .select('workspaces.deleted_at as workspace_deleted_at');
  const named =
    'id' in by
      ? tokens.where('tokens.id', '=', by.id)
      : tokens.where('token_hash', '=', by.token_hash);
  const row = await named.executeTakeFirst();
  if (!row || row.revoked_at !== null || row.workspace_deleted_at !== null) return null;
  const principal: Principal = Object.freeze({
    tokenId: row.id,
    kind: row.kind,
    organizationId: row.organization_id,
    workspaceId: row.workspace_id,
    databaseId: row.database_id,
    readOnly: row.read_only === 1,
    userId: row.user_id,
  });
  return { principal, expiresAt: row.expires_at };
}

/**
 * Tokens visible in `within`: an organization's or a workspace's. Newest first.
 */
export async function listTokens(
  db: Db,
  within: { organizationId: string; workspaceId: string | null },
): Promise<TokenRecord[]> {
  let query = db
    .selectFrom('tokens')
    .selectAll()
    .where('organization_id', '=', within.organizationId);
  if (within.workspaceId !== null) query = query.where('workspace_id', '=', within.workspaceId);
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
  return rows.map(toRecord);
}

/** The token of a principal; it exists as long as the principal does. */
export async function tokenOf(
  db: Db,
  { tokenId }: Pick<Principal, 'tokenId'>,
): Promise<TokenRecord> {
  return toRecord(
    await db.selectFrom('tokens').selectAll().where('id', '=', tokenId).executeTakeFirstOrThrow(),
  );
}

function toRecord(row: Selectable<MetadataSchema['tokens']>): TokenRecord {
  return {
    id: row.id,
    kind: row.kind,
    organizationId: row.organization_id,
    workspaceId: row.workspace_id,
    databaseId: row.database_id,
    name: row.name,
    readOnly: row.read_only === 1,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}

/**
 * Revokes a token visible in `within` at once, and returns true if it exists. A second call changes
 * nothing.
 */
export async function revokeToken(
  db: Db,
  id: string,
  within: { organizationId: string; workspaceId: string | null },
  now: number,
): Promise<boolean> {
  let query = db
    .updateTable('tokens')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }))
    .where('id', '=', id)
    .where('organization_id', '=', within.organizationId);
  if (within.workspaceId !== null) query = query.where('workspace_id', '=', within.workspaceId);
  return (await query.executeTakeFirst()).numUpdatedRows > 0n;
}
