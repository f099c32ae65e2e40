/**
 * Reads the text of a "char" into PostgreSQL's spelling of one byte: the first byte of the text, or
 * `\\377` in octal digits.
 */
export function readChar(text: string): string {
  const octal = /^\\([0-3][0-7]{2})$/.exec(text)?.[1];
  const byte = octal === undefined ? (Buffer.from(text)[0] ?? 0) : Number.parseInt(octal, 8);
  return charOfByte(byte);
}

export function charOfByte(byte: number): string {
  if (byte === 0) return '';
  return byte < 128 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`;
}

/** The byte, from -128 to 127. */
export function byteOfChar(char: string): number {
  if (char === '') return 0;
  return char.length === 1 ? char.charCodeAt(0) : Number.parseInt(char.slice(1), 8) - 256;
}
