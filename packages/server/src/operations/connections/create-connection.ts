import type { CreateConnectionRequest } from '@quern/contract';
import { badRequest, conflict } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { createLakes } from '../../lake/declarations.ts';
import { printable } from '../../lake/identifiers.ts';
import { findOfferedType, offeredNames } from '../connection-types/offered-types.ts';
import type { Operation } from '../operation.ts';

const MAX_NAME_LENGTH = 128;
/** Labels of databases' default catalogs in the information schema. */
const defaultPrefix = '__db_';

/** Registers a connection. A managed one is an empty catalog of its own: schemas, tables and loads come afterwards. */
export const createConnection: Operation<'connections.create'> = async (services, { scope, body }) => {
  const name = readName(body.name);
  checkSource(body);
  const id = newId('connection');
  const now = services.clock.now();
  const { workspaceId } = scope;
  await services.metadata.transaction(async (trx) => {
    const same = await trx
      .selectFrom('connections')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('name', '=', name)
      .where('database_id', 'is', null)
      .executeTakeFirst();
    if (same) throw conflict(`Connection ${printable(name)} already exists`);
    await trx
      .insertInto('connections')
      .values({
        id,
        workspace_id: workspaceId,
        name,
        source_type: body.source_type,
        config: '{}',
        database_id: null,
        created_at: now,
      })
      .execute();
    await createLakes(trx, [{ id, workspaceId, schemas: [] }], now);
  });
  return {
    status: 201,
    body: {
      id,
      name,
      source_type: body.source_type,
      discovery_status: body.skip_discovery === true ? 'skipped' : 'success',
      discovery_error: null,
      tables_discovered: 0,
    },
  };
};

/** Any name will do: in SQL one that is no plain identifier is written in quotes, or given an alias. */
function readName(text: string): string {
  const name = text.trim();
  if (name === '') throw badRequest('Connection name cannot be empty');
  if (name.length > MAX_NAME_LENGTH) {
    throw badRequest(`A connection name takes ${MAX_NAME_LENGTH} characters at most`);
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u001f\u007f]/.test(name)) throw badRequest('A connection name cannot hold control characters');
  if (name.toLowerCase().startsWith(defaultPrefix)) {
    throw badRequest(
      `Names that begin with '${defaultPrefix}' are those of databases' default catalogs; choose another`,
    );
  }
  return name;
}

function checkSource({ source_type, config, secret_id, secret_name }: CreateConnectionRequest): void {
  if (!findOfferedType(source_type)) {
    throw badRequest(`Source type ${printable(source_type)} is not offered by this version; use ${offeredNames}`);
  }
  const given = (field: string | null | undefined) => field !== null && field !== undefined;
  if (given(secret_id) && given(secret_name)) {
    throw badRequest('Cannot specify both secret_name and secret_id; use one or the other');
  }
  if (given(secret_id) || given(secret_name)) {
    throw badRequest("A connection of source type 'managed' takes no secret; leave 'secret_name' and 'secret_id' out");
  }
  const [key] = Object.keys(config);
  if (key !== undefined) {
    throw badRequest(`Invalid source configuration: 'managed' takes none, and ${printable(key)} was given; send {}`);
  }
}
