import { badRequest } from '../kernel/errors.ts';

/** Where a page ended: the instant and the id of its last row. */
export interface PageEnd {
  readonly createdAt: number;
  readonly id: string;
}

/**
 * A cursor, opaque to clients: the instant and the id. Whatever has its form is a place, so the
 * published schema can say what is taken.
 */
export function encodeCursor(end: PageEnd): string {
  return `${end.createdAt}.${end.id}`;
}

/** 400 for anything that has not the form of `encodeCursor`. */
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
  /** Entries where no limit is given. */
  readonly initial: number;
  /** The largest limit. */
  readonly most: number;
}

/** Of every listing by pages (docs/contract/ids-and-paging.md#pages). */
export const pageSizes = {
  usual: { initial: 100, most: 1000 },
  databases: { initial: 50, most: 100 },
  snapshots: { initial: 50, most: 100 },
  jobs: { initial: 50, most: 1000 },
  forks: { initial: 25, most: 100 },
} as const satisfies Record<string, PageSize>;

/** `limit` inside [1, most]; what is absent is `initial`. */
export function clampLimit(limit: number | null | undefined, { initial, most }: PageSize): number {
  return Math.min(Math.max(limit ?? initial, 1), most);
}

/** Cuts the one row that was read beyond the page, and says whether there was one. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
): { page: readonly Row[]; hasMore: boolean } {
  return { page: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** Rows of the first read; those after it are as many as the texts so far let expect to fit. */
const firstRead = 32;

/**
 * At most `limit` rows and about `maxBytes` of the texts in them: 1,000 rows of 1 MB each would be
 * 1 GB in memory, and more than a string can hold. `read` gives the rows that follow a page.
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
