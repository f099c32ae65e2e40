import { badRequest } from '../kernel/errors.ts';

/** The end of a page: creation instant and id of its last row. */
export interface PageEnd {
  readonly createdAt: number;
  readonly id: string;
}

/**
 * Encodes a cursor from an instant and an id; opaque to clients. Every text of this form is a valid
 * position, so the published schema can describe the form.
 */
export function encodeCursor(end: PageEnd): string {
  return `${end.createdAt}.${end.id}`;
}

/** 400 for any text not in the form of `encodeCursor`. */
export function decodeCursor(cursor: string | null | undefined): PageEnd | null {
  if (cursor === null || cursor === undefined) return null;
  const match = /^(\d{1,15})\.([0-9a-z]{1,64})$/.exec(cursor);
  if (!match) {
    throw badRequest(
      "'cursor' is not a cursor of this listing; pass next_cursor of the page before, unchanged",
    );
  }
  const [, createdAt, id = ''] = match;
  return { createdAt: Number(createdAt), id };
}

export interface PageSize {
  /** Entries per page without a given limit. */
  readonly initial: number;
  /** The largest limit. */
  readonly most: number;
}

/** Page sizes of all listings (docs/contract/ids-and-paging.md#pages). */
export const pageSizes = {
  usual: { initial: 100, most: 1000 },
  databases: { initial: 50, most: 100 },
  snapshots: { initial: 50, most: 100 },
  jobs: { initial: 50, most: 1000 },
  forks: { initial: 25, most: 100 },
} as const satisfies Record<string, PageSize>;

/** `limit` clamped to [1, most]; `initial` if absent. */
export function clampLimit(limit: number | null | undefined, { initial, most }: PageSize): number {
  return Math.min(Math.max(limit ?? initial, 1), most);
}

/** Drops the extra row beyond the page, and reports its presence. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
): { page: readonly Row[]; hasMore: boolean } {
  return { page: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** Rows of the first read; later reads are sized by the average length so far. */
const firstRead = 32;

/**
 * At most `limit` rows with about `maxBytes` of text: 1,000 rows of 1 MB each would take 1 GB of
 * memory, more than a string can contain. `read` returns the rows after a page.
 */
export async function pageWithin<Row>(
  limit: number,
  maxBytes: number,
  rows: {
    readonly sizeOf: (row: Row) => number;
    readonly read: (page: readonly Row[], limit: number) => Promise<readonly Row[]>;
  },
): Promise<{ page: readonly Row[]; hasMore: boolean }> {
  const page: Row[] = [];
  let bytes = 0;
  let wanted = firstRead;
  for (;;) {
    const asked = Math.min(wanted, limit + 1 - page.length);
    const read = await rows.read(page, asked);
    for (const row of read) {
      bytes += rows.sizeOf(row);
      if (page.length === limit || (bytes > maxBytes && page.length > 0))
        return { page, hasMore: true };
      page.push(row);
    }
    if (read.length < asked) return { page, hasMore: false };
    wanted = Math.ceil(((maxBytes - bytes) * page.length) / Math.max(1, bytes)) + 1;
  }
}
