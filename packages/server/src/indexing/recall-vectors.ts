import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { StoredFile } from '../engine/engine.ts';
import type { LakeFile, Manifest } from '../lake/model.ts';
import { type IndexRow, segmentsOf } from '../metadata/index-store.ts';
import { vectorsKeyOf } from '../metadata/segment-keys.ts';
import type { HasObjects } from '../objects/object-store.ts';
import type { HasDamage } from '../reading/damage-tally.ts';
import { findIndexFile } from '../reading/find-index-file.ts';
import { withBesideOf } from '../reading/select-files.ts';
import { tableToRead } from '../reading/table-to-read.ts';
import { type BuiltPlace, buildRun, type Recall } from './build-of-file.ts';
import { type KnownText, keepKnownTexts } from './embed-texts.ts';
import { generatedColumns } from './generated-column.ts';
import type { SegmentServices } from './index-services.ts';
import { definitionOf } from './stored-definition.ts';

/** A data file, and the manifest with the file's columns. */
interface EmbeddedBefore {
  readonly file: LakeFile;
  readonly manifest: Manifest;
}

type RecallServices = SegmentServices & HasDamage & HasObjects;

const textsAtOnce = 512;

/**
 * Restores vectors that an index computed for the files' texts and the cache evicted, because
 * vectors were paid for once. The vectors come from the index's value files. Damaged or missing
 * files are skipped.
 */
export function recallVectors(
  services: RecallServices,
  index: IndexRow,
  place: BuiltPlace,
  files: readonly EmbeddedBefore[],
  signal: AbortSignal,
): Recall {
  let isDone = false;
  return async (provider) => {
    if (isDone) return false;
    isDone = true;
    const built = await segmentsOf(services.metadata.db, index.definition_id);
    for (const before of files) {
      const { key } = before.file;
      const values = built.find((segment) => segment.file_key === vectorsKeyOf(key));
      const parts = built.filter((segment) => segment.file_key === key);
      const found = values && (await findIndexFile(services, values, [values, ...parts]));
      if (!found || !(found.isWhole ?? (await found.check()))) continue;
      const { textsPath } = await readPairs(services, index, place, before, found.file, signal);
      try {
        for await (const texts of textsOf(services.files.stream(textsPath)))
          await keepKnownTexts(services, provider, texts);
      } finally {
        await services.files.discard([textsPath]);
      }
    }
    return true;
  };
}

function readPairs(
  { search, settings }: RecallServices,
  index: IndexRow,
  { version, name, subject }: BuiltPlace,
  { file, manifest }: EmbeddedBefore,
  values: StoredFile,
  signal: AbortSignal,
) {
  const [column] = generatedColumns([index]).get(index.table_id) ?? [];
  const [source] = definitionOf(index).columns;
  if (column === undefined || source === undefined)
    throw new Error('an index on texts has a column of vectors');
  const generated = [{ column, values: new Map([[file.key, values]]) }];
  const request = async () => {
    const files = withBesideOf([{ file, written: manifest.columns }], new Set([source.id]));
    const table = tableToRead(name, { version, files, generated }, subject);
    const [read] = table.files;
    const texts = table.columns.find(({ stored }) => stored === source.id);
    const vectors = table.columns.find(({ isGenerated }) => isGenerated);
    if (!read || !texts || !vectors) throw new Error('the file has texts and vectors');
    return { file: read, columns: table.columns, pair: [texts, vectors] as const };
  };
  return search.run('readEmbedded', request, buildRun(settings, { signal }));
}

async function* textsOf(lines: Readable): AsyncGenerator<KnownText[]> {
  let texts: KnownText[] = [];
  for await (const line of createInterface({ input: lines })) {
    const [text, vector] = JSON.parse(line) as [string, string];
    texts.push({ text, vector: Buffer.from(vector, 'base64') });
    if (texts.length < textsAtOnce) continue;
    yield texts;
    texts = [];
  }
  if (texts.length > 0) yield texts;
}
