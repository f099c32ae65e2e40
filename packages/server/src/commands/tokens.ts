import { parseArgs } from 'node:util';
import type { Settings } from '../config/settings.ts';
import { toTimestamp, toTimestampOrNull } from '../kernel/clock.ts';
import { QuernError } from '../kernel/errors.ts';
import { isLive } from '../metadata/database-store.ts';
import { migrateMetadata } from '../metadata/migrate.ts';
import type { Metadata } from '../metadata/open-metadata.ts';
import { parseExpiry } from '../operations/expiry.ts';
import { toTokenInfo } from '../operations/tokens/list-tokens.ts';
import type { TokenKind } from '../scope/principal.ts';
import {
  createToken,
  listTokens,
  type NewToken,
  revokeToken,
  type TokenRecord,
} from '../scope/token-store.ts';
import { printAnswer, takeJson } from './print-answer.ts';
import { withMetadata } from './with-metadata.ts';

/**
 * `quern tokens create|list|revoke`: works on the metadata directly, with or without a running
 * service. A person who can read the metadata needs no token.
 */
export async function runTokensCommand(
  settings: Settings,
  args: readonly string[],
): Promise<number> {
  const { isJson, words } = takeJson(args);
  const [verb, ...rest] = words;
  const [id] = rest;
  const work =
    verb === 'create'
      ? (metadata: Metadata) => create(metadata, rest, isJson)
      : verb === 'list' && rest.length === 0
        ? (metadata: Metadata) => list(metadata, isJson)
        : verb === 'revoke' && id !== undefined && rest.length === 1
          ? (metadata: Metadata) => revoke(metadata, id, isJson)
          : null;
  if (work === null) {
    console.error('quern tokens: say create, list or revoke ID');
    return 2;
  }
  try {
    return await withMetadata(settings, 'tokens', async (metadata) => {
      await migrateMetadata(metadata, Date.now());
      return work(metadata);
    });
  } catch (error) {
    // A wrong option, or a value that the API refuses as well.
    if (error instanceof QuernError || isOptionError(error)) return refuse(error.message);
    throw error;
  }
}

function isOptionError(error: unknown): error is Error {
  return (
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  );
}

async function create(
  metadata: Metadata,
  args: readonly string[],
  isJson: boolean,
): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kind: { type: 'string', default: 'workspace' },
      workspace: { type: 'string' },
      database: { type: 'string' },
      name: { type: 'string', default: '' },
      expires: { type: 'string' },
      'read-only': { type: 'boolean', default: false },
    },
  });
  const kind = (['organization', 'workspace', 'database'] as const).find(
    (known) => known === values.kind,
  );
  if (!kind) return refuse(`--kind '${values.kind}' is none of organization, workspace, database`);
  const organizationId = await onlyOrganization(metadata);
  if (organizationId === null)
    return refuse('there is no organization yet: start the service once');
  const reach = await readReach(metadata, kind, values.workspace, values.database);
  if (typeof reach === 'string') return refuse(reach);
  const now = Date.now();
  const wanted: NewToken = {
    ...reach,
    kind,
    organizationId,
    name: values.name,
    readOnly: values['read-only'],
    expiresAt: parseExpiry(values.expires, now),
  };
  const { id, token } = await createToken(metadata.db, wanted, now);
  const info = toTokenInfo({ ...wanted, id, createdAt: now, revokedAt: null });
  printAnswer(isJson, { ...info, token }, [token]);
  return 0;
}

/**
 * The workspace and database of a new token, or the mistake in them: never a wider token than
 * intended.
 */
async function readReach(
  metadata: Metadata,
  kind: TokenKind,
  workspace?: string,
  database?: string,
) {
  if (kind === 'database') {
    return database === undefined
      ? '--kind database needs --database ID'
      : databaseReach(metadata, database, workspace);
  }
  if (database !== undefined) return '--database goes with --kind database only';
  if (kind === 'organization') {
    return workspace === undefined
      ? { workspaceId: null, databaseId: null }
      : '--workspace does not go with --kind organization';
  }
  const rows = await metadata.db
    .selectFrom('workspaces')
    .select('id')
    .where('deleted_at', 'is', null)
    .execute();
  const only = rows.length === 1 ? rows[0]?.id : undefined;
  const id = workspace ?? only;
  if (id === undefined) return 'there is more than one workspace: name one with --workspace ID';
  return rows.some((row) => row.id === id)
    ? { workspaceId: id, databaseId: null }
    : `there is no workspace '${id}'`;
}

async function databaseReach(metadata: Metadata, databaseId: string, workspace?: string) {
  const row = await metadata.db
    .selectFrom('databases as d')
    .innerJoin('workspaces as w', 'w.id', 'd.workspace_id')
    .select(['d.workspace_id', 'd.expires_at'])
    .where('d.id', '=', databaseId)
    .where('w.deleted_at', 'is', null)
    .executeTakeFirst();
  const matches =
    row && isLive(row, Date.now()) && (workspace === undefined || workspace === row.workspace_id);
  return matches
    ? { workspaceId: row.workspace_id, databaseId }
    : `there is no database '${databaseId}'`;
}

async function list(metadata: Metadata, isJson: boolean): Promise<number> {
  const organizationId = await onlyOrganization(metadata);
  const tokens =
    organizationId === null
      ? []
      : await listTokens(metadata.db, { organizationId, workspaceId: null });
  const told = tokens.map((token) => ({
    ...toTokenInfo(token),
    revoked_at: toTimestampOrNull(token.revokedAt),
  }));
  printAnswer(isJson, { tokens: told }, tokens.map(lineOf));
  return 0;
}

function lineOf(token: TokenRecord): string {
  const state = stateOf(token, Date.now());
  const reach = token.databaseId ?? token.workspaceId ?? 'all workspaces';
  const rights = token.readOnly ? 'read-only' : 'read-write';
  const words = [token.id, token.kind, reach, rights, state, toTimestamp(token.createdAt)];
  return [...words, token.name].join('\t');
}

function stateOf({ revokedAt, expiresAt }: TokenRecord, now: number): string {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt === null) return 'live';
  return `${expiresAt <= now ? 'expired' : 'until'} ${toTimestamp(expiresAt)}`;
}

async function revoke(metadata: Metadata, id: string, isJson: boolean): Promise<number> {
  const organizationId = await onlyOrganization(metadata);
  const known =
    organizationId !== null &&
    (await revokeToken(metadata.db, id, { organizationId, workspaceId: null }, Date.now()));
  if (!known) return refuse(`there is no token '${id}'`);
  printAnswer(isJson, { id, revoked: true }, []);
  return 0;
}

async function onlyOrganization(metadata: Metadata): Promise<string | null> {
  const row = await metadata.db
    .selectFrom('organizations')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

function refuse(message: string): number {
  console.error(`quern tokens: ${message}`);
  return 1;
}
