import { requireDatabase } from '../../finding/find-database.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { badRequest } from '../../kernel/errors.ts';
import {
  type ContextRow,
  measureOtherContexts,
  writeContext,
} from '../../metadata/context-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { maxContextLength, maxContexts, maxContextsLength } from '../../scope/limits.ts';
import type { Operation } from '../operation.ts';
import { toContext } from './context-body.ts';
import { readContextName } from './context-name.ts';

/**
 * Creates or replaces the document of a name. 400 above the limit of one document or of all
 * together.
 */
export const upsertContext: Operation<
  'databaseContexts.upsert',
  HasClock & HasMetadata & HasRemembered
> = async (services, { scope, params, body }) => {
  const name = readContextName(body.name);
  const length = countCharacters(body.content);
  if (length > maxContextLength) {
    throw badRequest(
      `'content' has ${length} characters; a context takes ${maxContextLength} at most`,
    );
  }
  const database = await requireDatabase(services, scope, params.database_id);
  const row: ContextRow = {
    database_id: database.id,
    name,
    content: body.content,
    length,
    updated_at: services.clock.now(),
  };
  await services.metadata.transaction(async (trx) => {
    const others = await measureOtherContexts(trx, database.id, name);
    if (others.count >= maxContexts) {
      throw badRequest(`A database holds ${maxContexts} contexts at most; delete one first`);
    }
    if (others.length + length > maxContextsLength) {
      throw badRequest(
        `The contexts of a database take ${maxContextsLength} characters together; the others have ${others.length}`,
      );
    }
    await writeContext(trx, row);
  });
  return { status: 200, body: { context: toContext(row) } };
};

/** Code points, as clients count. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
