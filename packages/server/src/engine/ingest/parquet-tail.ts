/** The end of a Parquet file, for all readers. */

/** The length of the footer, and the magic word. */
export const endBytes = 8;
const word = 'PAR1';
/**
 * A file of 4,096 columns and 500 row groups has a footer of some 200 MB. The reader holds the
 * whole footer in memory.
 */
const mostFooterBytes = 256 * 2 ** 20;

export interface FooterPlace {
  /** Offset in the file. */
  readonly start: number;
  /** Bytes. */
  readonly length: number;
}

/**
 * The place of the footer, from the last `endBytes` or more bytes of the file. `none`: the file is
 * not Parquet, or is encrypted.
 */
export function placeOfFooter(
  end: Buffer,
  fileBytes: number,
): FooterPlace | 'none' | 'cut off' | 'too large' {
  if (fileBytes < endBytes + word.length || end.length < endBytes) return 'none';
  if (end.toString('latin1', end.length - word.length) !== word) return 'none';
  const length = end.readUInt32LE(end.length - endBytes);
  if (length > fileBytes - endBytes - word.length) return 'cut off';
  if (length > mostFooterBytes) return 'too large';
  return { start: fileBytes - endBytes - length, length };
}

/** Advice about a too large footer, as a clause. */
export const footerTooLarge = `its footer is larger than ${mostFooterBytes / 2 ** 20} MiB; write it with fewer columns, or with larger row groups`;

/** Advice about a footer with too long lists, as a clause. */
export const footerTooLong =
  'its row groups have more columns together than are read; write it with fewer columns, or with larger row groups';
