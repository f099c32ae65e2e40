import type { HasSettings } from '../config/settings.ts';
import type { EngineRunOptions } from '../engine/engine.ts';
import { seenLeaf } from '../engine/ingest/seen-leaf.ts';
import type { CurrentColumn, Doubt, LakeColumn } from '../engine/ingest/type-evolution.ts';
import { noValue, uniteSeen, withoutEmpty } from '../engine/ingest/type-merge.ts';
import type { HasEngine } from '../engine/tasks/engine-tasks.ts';
import { isNested } from '../engine/types/cast-between.ts';
import { parseType, printType } from '../engine/types/duckdb-type.ts';
import { fileToRead } from '../lake/file-to-read.ts';
import type { HasLakes } from '../lake/lake-catalogs.ts';
import type { LakeFile, Manifest, TableVersion } from '../lake/model.ts';
import type { HasObjects } from '../objects/object-store.ts';
import type { InspectedFile } from './write-source.ts';

export type LookServices = HasEngine & HasLakes & HasObjects & HasSettings;

export interface LookedAt {
  readonly version: TableVersion;
  /** The name of the table in messages. */
  readonly subject: string;
  readonly inspected: InspectedFile;
  readonly limits: EngineRunOptions;
}

const unseen = printType(noValue);

/**
 * Finds the values of doubtful columns in the table and in a Parquet file. Only a load that may
 * change a type calls the function. Statistics answer for plain columns, and the footers of the
 * table's files for nested columns. Values of deleted rows count.
 */
export async function lookAtValues(
  services: LookServices,
  looked: LookedAt,
  doubts: readonly Doubt[],
): Promise<{
  readonly current: readonly CurrentColumn[];
  readonly incoming: InspectedFile['columns'];
}> {
  const manifests = await services.lakes.manifestsOf(looked.version);
  const columns = doubts.map(({ column }) => column);
  const nested = columns.filter(({ type }) => isNested(type));
  const seen = new Map([
    ...columns
      .filter(({ type }) => !isNested(type))
      .map((column) => [column.id, seenInStatistics(manifests, column)] as const),
    ...(await seenInFiles(services, looked, manifests, nested)),
  ]);
  const current = looked.version.columns.map((column) => {
    const found = seen.get(column.id);
    return found === undefined ? column : { ...column, seen: found };
  });
  const incoming = await withDecimals(services, looked, doubts);
  return { current, incoming: await seenInFile(services, looked, incoming, doubts) };
}

function seenInStatistics(manifests: readonly Manifest[], { id, type }: LakeColumn): string {
  let seen = unseen;
  for (const { columns, files } of manifests) {
    const written = columns.find((column) => column.id === id);
    if (written === undefined) continue;
    for (const file of files) seen = uniteSeen(type, seen, seenInFileOf(file, written));
  }
  return seen;
}

function seenInFileOf({ columns, rowCount }: LakeFile, { id, type }: LakeColumn): string {
  const statistics = columns[id];
  if (statistics === undefined) return type;
  const { min, max, nullCount } = statistics;
  const isWhole = (bound: string | undefined) => bound !== undefined && /^-?\d+$/.test(bound);
  const digitsOf = (bound: string) => bound.replace('-', '').split('.')[0]?.length ?? 0;
  const hasBounds = min !== undefined && max !== undefined;
  const values = {
    isEmpty: nullCount >= rowCount,
    ...(hasBounds &&
      isWhole(min) &&
      isWhole(max) && { bounds: { min: BigInt(min), max: BigInt(max) } }),
    ...(hasBounds && { wholeDigits: Math.max(digitsOf(min), digitsOf(max)) }),
  };
  return printType(seenLeaf(parseType(type), values));
}

/** Types by column id. */
async function seenInFiles(
  { engine, objects, settings }: LookServices,
  { version, subject, limits }: LookedAt,
  manifests: readonly Manifest[],
  wanted: readonly LakeColumn[],
): Promise<ReadonlyMap<number, string>> {
  const seen = new Map<number, string>();
  // A table larger than the read cache is not read, so the full type counts as seen.
  const isTooLarge = objects.kind === 's3' && version.sizeBytes > settings.cacheBytes;
  if (wanted.length === 0 || isTooLarge)
    return new Map(wanted.map(({ id, type }) => [id, type] as const));
  for (const { columns, files } of manifests) {
    const names = wanted.flatMap(({ id }) => columns.find((column) => column.id === id) ?? []);
    if (names.length === 0 || files.length === 0) continue;
    const found = await engine.run(
      'lookAtParts',
      {
        paths: files.map((file) => fileToRead(file, subject).path),
        columns: columns.map(({ name, type }) => ({ name, type })),
        wanted: names.map(({ name }) => name),
      },
      limits,
    );
    for (const [index, { id, type }] of names.entries()) {
      const own = wanted.find((column) => column.id === id)?.type ?? type;
      seen.set(id, uniteSeen(own, seen.get(id) ?? unseen, found[index] ?? own));
    }
  }
  return new Map(wanted.map(({ id }) => [id, seen.get(id) ?? unseen] as const));
}

/** Finds how many digits after the point the doubles for a DECIMAL need. */
async function withDecimals(
  { engine }: LookServices,
  { inspected, limits }: LookedAt,
  doubts: readonly Doubt[],
): Promise<InspectedFile['columns']> {
  const { columns, source } = inspected;
  const asked = new Set(
    doubts.flatMap(({ column, from }) => (column.type.startsWith('DECIMAL(') ? [from] : [])),
  );
  const wanted = columns
    .filter(({ name, type }) => type === 'DOUBLE' && asked.has(name))
    .map(({ name }) => name);
  if (wanted.length === 0) return columns;
  const found = await engine.run('lookAtDecimals', { source, wanted }, limits);
  return columns.map((column) => {
    const decimals = found[wanted.indexOf(column.name)];
    return decimals === undefined ? column : { ...column, decimals };
  });
}

/** CSV and JSON were read whole, so the inspection knows. */
async function seenInFile(
  { engine }: LookServices,
  { inspected: { source }, limits }: LookedAt,
  columns: InspectedFile['columns'],
  doubts: readonly Doubt[],
): Promise<InspectedFile['columns']> {
  if (source.format !== 'parquet') return columns;
  const wanted = doubts.map(({ from }) => from);
  const found = await engine.run(
    'lookAtParts',
    {
      paths: [source.path],
      columns: columns.map(({ name, type, fileType }) => ({ name, type: fileType ?? type })),
      wanted,
    },
    limits,
  );
  return columns.map((column) => {
    const seen = found[wanted.indexOf(column.name)];
    return seen === undefined ? column : { ...column, seen: withoutEmpty(column.type, seen) };
  });
}
