import type { Selectable, Updateable } from 'kysely';
import type { MetadataHandle } from './open-metadata.ts';
import type { StoreBinding } from './store-tables.ts';

export type BindingRow = Selectable<StoreBinding>;

const rowName = 'store';

/** The binding of this metadata; null before the first start of a program version with bindings. */
export async function readBinding(handle: MetadataHandle): Promise<BindingRow | null> {
  const row = await handle
    .selectFrom('store_binding')
    .selectAll()
    .where('name', '=', rowName)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The binding, created with `identity` if absent; one of several nodes that start together creates
 * it.
 */
export async function ensureBinding(
  handle: MetadataHandle,
  identity: string,
  now: number,
): Promise<BindingRow> {
  await handle
    .insertInto('store_binding')
    .values({
      name: rowName,
      identity,
      is_bound: 0,
      mark: 0,
      service_seconds: 0,
      key_id: null,
      held: null,
      collect_allowed: 0,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await readBinding(handle);
  if (row === null) throw new Error('the binding of the metadata was removed while it was made');
  return row;
}

export async function updateBinding(
  handle: MetadataHandle,
  change: Updateable<StoreBinding>,
): Promise<void> {
  await handle.updateTable('store_binding').set(change).where('name', '=', rowName).execute();
}

/** Adds to the time of service, and returns the next mark. */
export async function takeMark(
  handle: MetadataHandle,
  identity: string,
  seconds: number,
): Promise<number | null> {
  const row = await handle
    .updateTable('store_binding')
    .set((eb) => ({
      mark: eb('mark', '+', 1),
      service_seconds: eb('service_seconds', '+', seconds),
    }))
    .where('name', '=', rowName)
    .where('identity', '=', identity)
    .returning('mark')
    .executeTakeFirst();
  return row?.mark ?? null;
}

/**
 * Binds the key with the id `id`, if the metadata has no key yet, or has one of the former keys.
 */
export async function bindKey(
  handle: MetadataHandle,
  id: string,
  formerIds: readonly string[],
): Promise<void> {
  await handle
    .updateTable('store_binding')
    .set({ key_id: id })
    .where('name', '=', rowName)
    .where((eb) =>
      eb.or([eb('key_id', 'is', null), ...formerIds.map((former) => eb('key_id', '=', former))]),
    )
    .execute();
}
