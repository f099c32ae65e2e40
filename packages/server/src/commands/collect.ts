import type { Settings } from '../config/settings.ts';
import { migrateMetadata } from '../metadata/migrate.ts';
import { type MetadataHandle, openMetadata } from '../metadata/open-metadata.ts';
import { readBinding, updateBinding } from '../metadata/store-binding.ts';
import { makeCollectionDue } from './make-collection-due.ts';

/**
 * `quern collect [--allow]`: says what keeps unnamed objects from being collected, or lets the next
 * collection take them. Works on the metadata directly, beside a running service or without one.
 */
export async function runCollectCommand(
  settings: Settings,
  args: readonly string[],
): Promise<number> {
  const isAllowing = args[0] === '--allow';
  if (args.length > (isAllowing ? 1 : 0)) {
    console.error('quern collect: the only option is --allow');
    return 2;
  }
  const metadata = await openMetadata(settings.metadataUrl);
  try {
    await migrateMetadata(metadata, Date.now());
    for (const line of await (isAllowing ? allow : describe)(metadata.db)) console.log(line);
    return 0;
  } finally {
    await metadata.close();
  }
}

const heldBecause = {
  restored:
    'the metadata is older than the object store has seen it, as after the restore of a backup',
  adopted: "the metadata and the object store were bound with 'quern adopt'",
} as const;

async function describe(db: MetadataHandle): Promise<string[]> {
  const binding = await readBinding(db);
  const { count } = await db
    .selectFrom('unnamed_objects')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const waiting = `${count} objects that nothing names wait for their removal`;
  if (!binding?.held) return [waiting];
  return [
    waiting,
    `no others are collected, because ${heldBecause[binding.held]}: 'quern collect --allow' ends this`,
  ];
}

async function allow(db: MetadataHandle): Promise<string[]> {
  await updateBinding(db, { held: null, collect_allowed: 1 });
  await makeCollectionDue(db);
  return [
    'the next collection takes whatever nothing names; its bytes go once QUERN_COLLECT_WAIT has passed',
  ];
}
