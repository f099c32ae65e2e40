import type { Settings } from '../config/settings.ts';
import { migrateMetadata } from '../metadata/migrate.ts';
import type { MetadataHandle } from '../metadata/open-metadata.ts';
import { readBinding, updateBinding } from '../metadata/store-binding.ts';
import { makeCollectionDue } from './make-collection-due.ts';
import { printAnswer, takeJson } from './print-answer.ts';
import { withMetadata } from './with-metadata.ts';

/**
 * `quern collect [--allow] [--json]`: explains why unnamed objects are not collected, or lets the
 * next collection remove them. Works on the metadata directly, with or without a running service.
 */
export async function runCollectCommand(
  settings: Settings,
  args: readonly string[],
): Promise<number> {
  const { isJson, words } = takeJson(args);
  const isAllowing = words[0] === '--allow';
  if (words.length > (isAllowing ? 1 : 0)) {
    console.error('quern collect: the options are --allow and --json');
    return 2;
  }
  return withMetadata(settings, 'collect', async (metadata) => {
    await migrateMetadata(metadata, Date.now());
    const { answer, lines } = await (isAllowing ? allow : describe)(metadata.db);
    printAnswer(isJson, answer, lines);
    return 0;
  });
}

const heldBecause = {
  restored:
    'the metadata is older than the object store has seen it, as after the restore of a backup',
  adopted: "the metadata and the object store were bound with 'quern adopt'",
} as const;

interface Said {
  readonly answer: object;
  readonly lines: readonly string[];
}

async function describe(db: MetadataHandle): Promise<Said> {
  const binding = await readBinding(db);
  const { count } = await db
    .selectFrom('unnamed_objects')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const waiting = `${count} objects that nothing names wait for their removal`;
  const held = binding?.held ?? null;
  const answer = { waiting_objects: Number(count), held };
  if (held === null) return { answer, lines: [waiting] };
  const why = `no others are collected, because ${heldBecause[held]}: 'quern collect --allow' ends this`;
  return { answer, lines: [waiting, why] };
}

async function allow(db: MetadataHandle): Promise<Said> {
  await updateBinding(db, { held: null, collect_allowed: 1 });
  await makeCollectionDue(db);
  const line =
    'the next collection takes whatever nothing names; its bytes go once QUERN_COLLECT_WAIT has passed';
  return { answer: { allowed: true }, lines: [line] };
}
