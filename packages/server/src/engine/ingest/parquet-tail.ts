/** The end of a Parquet file, the same for all who read one. */

/** The length of the footer, and the word that says what the file is. */
export const endBytes = 8;
const word = 'PAR1';
/**
 * A file of 4,096 columns and 500 row groups has some 200 MB. The whole of it is in memory while it
 * is read.
 */
const mostFooterBytes = 256 * 2 ** 20;

export interface FooterPlace {
  /** Offset in the file. */
  readonly start: number;
  /** Bytes. */
  readonly length: number;
}

/**
 * Where the footer is, by the last bytes of the file, `endBytes` or more of them. `none`: it is no
 * Parquet, or encrypted.
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

/** What to do about a footer that is too large; a clause. */
export const footerTooLarge = `its footer is larger than ${mostFooterBytes / 2 ** 20} MiB; write it with fewer columns, or with larger row groups`;

/** As `footerTooLarge`, of one whose lists are too long. */
export const footerTooLong =
  'its row groups have more columns together than are read; write it with fewer columns, or with larger row groups';
