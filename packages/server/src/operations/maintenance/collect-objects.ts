import type { LakeFile } from '../../lake/model.ts';
import type { MetadataHandle } from '../../metadata/open-metadata.ts';
import { incomingPrefix } from '../../objects/keys.ts';
import type { Services } from '../services.ts';

const CHUNK = 500;

/**
 * Removes objects that belong to nobody: what a crash left between storing an object and committing its name, and
 * files of versions that were forgotten. An object younger than `graceMs` is left alone: its load or query may still be
 * going to commit it, or to read it. Gives how many went.
 */
export async function collectObjects(services: Services, graceMs: number, signal: AbortSignal): Promise<number> {
  const cutoff = services.clock.now() - graceMs;
  const { db } = services.metadata;
  let removed = 0;
  removed += await collect(services, 'lakes/', cutoff, signal, (keys) => unknownLakeFiles(db, keys));
  removed += await collect(services, 'results/', cutoff, signal, (keys) => unknown(db, 'results', keys));
  removed += await collect(services, 'uploads/', cutoff, signal, (keys) => unknown(db, 'uploads', keys));
  removed += await collect(services, incomingPrefix, cutoff, signal, async (keys) => {
    const uploads = keys.map((key) => key.slice(incomingPrefix.length));
    const gone = new Set(await unknown(db, 'uploads', uploads));
    return keys.filter((_, index) => gone.has(uploads[index] ?? ''));
  });
  await abortForgottenMultiparts(services, cutoff, signal);
  return removed;
}

async function collect(
  { objects }: Services,
  prefix: string,
  cutoff: number,
  signal: AbortSignal,
  unknownOf: (keys: readonly string[]) => Promise<readonly string[]>,
): Promise<number> {
  let removed = 0;
  let page: string[] = [];
  const flush = async () => {
    if (page.length === 0) return;
    const gone = await unknownOf(page);
    await objects.delete(gone);
    removed += gone.length;
    page = [];
  };
  for await (const object of objects.list(prefix)) {
    if (signal.aborted) return removed;
    if (object.modifiedAt >= cutoff) continue;
    page.push(object.key);
    if (page.length >= CHUNK) await flush();
  }
  await flush();
  return removed;
}

async function unknown(db: MetadataHandle, table: 'results' | 'uploads', keys: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom(table).select('object_key').where('object_key', 'in', keys).execute();
  const known = new Set(rows.map((row) => row.object_key));
  return keys.filter((key) => !known.has(key));
}

/** The keys were listed before the manifests are read, so a file that is committed in between is found in them. */
async function unknownLakeFiles(db: MetadataHandle, keys: readonly string[]): Promise<string[]> {
  const left = new Set(keys);
  for (let after = ''; left.size > 0; ) {
    const rows = await db
      .selectFrom('lake_manifests')
      .select(['id', 'files'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(CHUNK)
      .execute();
    for (const row of rows) for (const file of JSON.parse(row.files) as LakeFile[]) left.delete(file.key);
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  return [...left];
}

async function abortForgottenMultiparts(services: Services, cutoff: number, signal: AbortSignal): Promise<void> {
  for await (const { key, multipartId, startedAt } of services.objects.listMultiparts('uploads/')) {
    if (signal.aborted) return;
    if (startedAt >= cutoff) continue;
    const [gone] = await unknown(services.metadata.db, 'uploads', [key]);
    if (gone !== undefined) await services.objects.abortMultipart(key, multipartId);
  }
}
