const maxBytes = 63;

/** Truncates a name as PostgreSQL does, to the whole characters that fit in 63 bytes. */
export function cutName(text: string): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let bytes = 0;
  let kept = '';
  for (const letter of text) {
    bytes += Buffer.byteLength(letter);
    if (bytes > maxBytes) break;
    kept += letter;
  }
  return kept;
}
