import { bm25Kind } from './bm25/bm25-kind.ts';
import type { OpenedSegment, SegmentKind } from './segment-kind.ts';
import { vectorKind } from './vector/vector-kind.ts';

type AnyKind = SegmentKind<OpenedSegment, never>;

/**
 * The kinds of index that search workers search, by the type of the index. A new kind needs an
 * entry only in this table.
 */
export const segmentKinds = {
  bm25: bm25Kind as unknown as AnyKind,
  vector: vectorKind as unknown as AnyKind,
} as const satisfies Readonly<Record<string, AnyKind>>;

export type SearchedType = keyof typeof segmentKinds;

export function segmentKind(indexType: string): AnyKind {
  const kind = Object.hasOwn(segmentKinds, indexType)
    ? segmentKinds[indexType as SearchedType]
    : undefined;
  if (kind === undefined) throw new Error(`no index of the type '${indexType}' is searched`);
  return kind;
}
