/**
 * Encoding on the side of the HTTP process: slices in order, each encoded while the previous one is
 * sent, all files removed in every case.
 */
import {
  type EncodeRequest as LocalRequest,
  type EncodedSlice as LocalSlice,
  sliceBytes,
} from '../../engine/encode/encoded-slice.ts';
import { resultTooLarge } from '../../engine/encode/result-too-large.ts';
import type { Asked } from '../../engine/engine.ts';

export type EncodeRequest = Asked<LocalRequest>;
export type EncodedSlice = Asked<LocalSlice>;

/**
 * An upper estimate: 64 MiB give 20 to 64 MiB of body and take 0.1 to 0.4 s of a worker. Enough row
 * groups to use all of DuckDB's threads and to outweigh a slice's fixed costs, and few enough to be
 * fair between clients.
 */
const sliceTargetBytes = 64 * 1024 * 1024;

/** The requested rows of a result; `limit` ends within the result. */
export type EncodedRange = Pick<EncodeRequest, 'path' | 'columns' | 'format' | 'offset' | 'limit'>;

export interface SliceEncoder {
  /** Runs the `encodeResult` task. */
  encode(request: EncodeRequest): Promise<EncodedSlice>;
  /** Removes the files of a slice. */
  remove(slice: EncodedSlice): Promise<void>;
}

/**
 * The slices of a range in order, at least one (a header, a schema). The next slice is encoded
 * while the present one is sent. A slice's file is removed when the consumer requests the next or
 * stops.
 */
export async function* resultSlices(
  { encode, remove }: SliceEncoder,
  range: EncodedRange,
  targetBytes = sliceTargetBytes,
): AsyncGenerator<EncodedSlice, void, undefined> {
  const ask = (offset: number, limit: number, first: boolean) => {
    const slice = encode({ ...range, offset, limit, targetBytes, first });
    // Awaited later; an earlier failure must not count as an unhandled rejection.
    slice.catch(() => undefined);
    return slice;
  };
  let next: Promise<EncodedSlice> | undefined = ask(range.offset, range.limit, true);
  let done = 0;
  try {
    while (next) {
      const slice: EncodedSlice = await next;
      done += slice.rowCount;
      next = done < range.limit ? ask(range.offset + done, range.limit - done, false) : undefined;
      try {
        yield slice;
      } finally {
        await remove(slice);
      }
    }
  } finally {
    const unused = await next?.catch(() => undefined);
    if (unused) await remove(unused);
  }
}

/**
 * All slices of a JSON range, before the first byte of the answer. RESULT_TOO_LARGE above
 * `maxBytes` of text: at once if cells or lengths suffice to decide, else after at most one slice
 * too many. The caller removes the files.
 */
export async function collectJsonSlices(
  { encode, remove }: SliceEncoder,
  range: EncodedRange,
  maxBytes: number,
): Promise<readonly EncodedSlice[]> {
  // A cell takes at least a byte, with a comma or bracket.
  if (range.limit * (2 * range.columns.length + 1) > maxBytes) throw resultTooLarge(maxBytes);
  const slices: EncodedSlice[] = [];
  let done = 0;
  let sizeBytes = 0;
  try {
    do {
      const targetBytes = Math.min(sliceTargetBytes, maxBytes);
      const [offset, limit] = [range.offset + done, range.limit - done];
      const isFirst = done === 0;
      const bound = isFirst ? { refuseAbove: maxBytes } : {};
      const slice = await encode({
        ...range,
        offset,
        limit,
        targetBytes,
        first: isFirst,
        ...bound,
      });
      slices.push(slice);
      done += slice.rowCount;
      sizeBytes += sliceBytes(slice);
      if (sizeBytes > maxBytes) throw resultTooLarge(maxBytes);
    } while (done < range.limit);
    return slices;
  } catch (error) {
    await Promise.all(slices.map(remove));
    throw error;
  }
}
