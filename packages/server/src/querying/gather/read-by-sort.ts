import type { HasFiles, StoredFile } from '../../engine/engine.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import { definitionOf } from '../../indexing/stored-definition.ts';
import type { HasClock } from '../../kernel/clock.ts';
import type { HasLog } from '../../kernel/log.ts';
import { LruCache } from '../../kernel/lru-cache.ts';
import type { LakeFile, TableVersion } from '../../lake/model.ts';
import { type IndexRow, type SegmentRow, segmentsOf } from '../../metadata/index-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { HasObjects } from '../../objects/object-store.ts';
import { foldName } from '../../plan/duckdb/read-tree.ts';
import type { Filter } from '../../plan/filters/filter.ts';
import { fileMatcher } from '../../plan/filters/match-files.ts';
import { runTimeAt } from '../../plan/filters/time-steps.ts';
import type { HasDamage } from '../../reading/damage-tally.ts';
import { findIndexFile } from '../../reading/find-index-file.ts';
import type { SelectedFile } from '../../reading/select-files.ts';
import type { SelectedTable } from '../../reading/table-to-read.ts';
import type { SegmentBounds } from '../../search/built-segment.ts';

interface Indexed {
  readonly version: TableVersion;
  readonly files: readonly SelectedFile[];
  readonly indexes: readonly IndexRow[];
  readonly filters: readonly Filter[] | undefined;
}

/** A scan of a smaller table is as fast as the index. */
const fewRows = 50_000;

/**
 * Replaces a table's files by sorted files if the text looks up values or a range of an indexed
 * column. Only files without deleted rows and with verified content qualify, so no query takes
 * longer than without the index. Undefined if the sorted files do not help.
 */
export async function readBySort(
  services: HasClock & HasDamage & HasFiles & HasLog & HasMetadata & HasObjects & HasRemembered,
  { version, files, indexes, filters }: Indexed,
): Promise<SelectedTable | undefined> {
  const rows = files.reduce((sum, { file }) => sum + file.rowCount, 0);
  if (rows < fewRows || filters === undefined) return undefined;
  const nameOf = new Map(version.columns.map(({ id, name }) => [id, foldName(name)]));
  const index = indexes.find((row) => {
    const [first] = definitionOf(row).columns;
    const name = first && nameOf.get(first.id);
    return name !== undefined && filters.every((filter) => narrows(filter, name));
  });
  if (index === undefined) return undefined;
  const id = index.definition_id;
  const segments = await services.remembered.segments.get(id, () =>
    segmentsOf(services.metadata.db, id),
  );
  const byFile = new Map<string, SegmentRow[]>();
  for (const segment of segments ?? []) {
    byFile.set(segment.file_key, [...(byFile.get(segment.file_key) ?? []), segment]);
  }
  const matcher = fileMatcher(filters, version.columns, runTimeAt(services.clock.now()));
  const read = files.map(async (selected): Promise<SelectedFile> => {
    const { file, written } = selected;
    const parts = file.deletes === undefined ? byFile.get(file.key) : undefined;
    const stored = parts && partsOf(file, parts);
    if (stored === undefined) return selected;
    const group = { columns: written ?? version.columns, files: stored };
    const wanted = matcher ? matcher(group) : stored;
    const sorted = await Promise.all(
      wanted.map(async ({ segment, rowCount }) => {
        const path = await findSorted(services, segment, parts ?? []);
        return path === undefined ? [] : [{ path, rowCount }];
      }),
    );
    return sorted.every(({ length }) => length > 0)
      ? { ...selected, sorted: sorted.flat() }
      : selected;
  });
  const sorted = await Promise.all(read);
  const isUsed = sorted.some((file) => file.sorted !== undefined);
  return isUsed ? { version, files: sorted, index: index.name } : undefined;
}

/**
 * Sorted files with the statistics of their rows; undefined unless all rows of the data file are
 * covered.
 */
function partsOf(file: LakeFile, segments: readonly SegmentRow[]) {
  const parts = segments.map((segment) => ({
    segment,
    rowCount: segment.row_count ?? file.rowCount,
    columns: segment.bounds === null ? {} : boundsOf(segment.object_key, segment.bounds),
  }));
  const rows = parts.reduce((sum, { rowCount }) => sum + rowCount, 0);
  return rows === file.rowCount ? parts : undefined;
}

const parsedBounds = new LruCache<SegmentBounds>(10_000, Number.POSITIVE_INFINITY);

function boundsOf(key: string, text: string): SegmentBounds {
  const known = parsedBounds.get(key);
  if (known) return known;
  const bounds = JSON.parse(text) as SegmentBounds;
  parsedBounds.set(key, bounds, 1);
  return bounds;
}

/**
 * True if few rows in the order of the column can meet the filter: single values, or a range with
 * both bounds.
 */
function narrows(filter: Filter, column: string): boolean {
  switch (filter.kind) {
    case 'or':
      return filter.parts.every((part) => narrows(part, column));
    case 'and':
      return filter.parts.some((part) => narrows(part, column)) || isRange(filter.parts, column);
    case 'in':
      return filter.column === column;
    case 'compare':
      return filter.column === column && filter.operator === '=';
    default:
      return false;
  }
}

function isRange(parts: readonly Filter[], column: string): boolean {
  const has = (sign: RegExp) =>
    parts.some(
      (part) => part.kind === 'compare' && part.column === column && sign.test(part.operator),
    );
  return has(/>/) && has(/</);
}

/**
 * A sorted file with verified content; undefined if the file is missing, damaged or not yet
 * verified. Verification starts now, and this query does not wait for it.
 */
async function findSorted(
  services: HasClock & HasDamage & HasFiles & HasLog & HasMetadata & HasObjects,
  segment: SegmentRow,
  parts: readonly SegmentRow[],
): Promise<StoredFile | undefined> {
  const file = await findIndexFile(services, segment, parts);
  if (file === undefined) return undefined;
  if (file.isWhole === undefined)
    void file.check().catch((error: unknown) => {
      services.log.warn({ err: error, object: segment.object_key }, 'an index cannot be checked');
    });
  return file.isWhole ? file.file : undefined;
}
