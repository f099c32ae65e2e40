const maxBytes = 63;

/** A name as PostgreSQL keeps it: as many whole characters as fit in 63 bytes. */
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
