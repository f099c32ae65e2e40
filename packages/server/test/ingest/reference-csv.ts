/**
 * A second, slow reading of CSV, to compare with: RFC 4180, null for an unquoted empty field, empty
 * lines skipped.
 */
export function parseCsv(text: string, delimiter = ','): (string | null)[][] {
  const rows: (string | null)[][] = [];
  const field = new RegExp(`"((?:[^"]|"")*)"|([^${delimiter}\\r\\n]*)`, 'y');
  let row: (string | null)[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length || row.length > 0) {
    field.lastIndex = at;
    const match = field.exec(text);
    if (match === null) throw new Error(`no field at ${at}`);
    at = field.lastIndex;
    row.push(match[1] !== undefined ? match[1].replaceAll('""', '"') : match[2] || null);
    if (text[at] === delimiter) {
      at += 1;
      continue;
    }
    if (row.length > 1 || row[0] !== null) rows.push(row);
    row = [];
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return rows;
}

/**
 * Quotes fields with delimiters, quotes, line ends or blanks, and the empty string, which is not
 * null.
 */
export function printCsv(
  rows: readonly (readonly (string | null)[])[],
  lineEnd: string,
  lastLineEnd: boolean,
): string {
  const lines = rows.map((row) =>
    row.map((cell) => (cell === null ? '' : printCell(cell))).join(','),
  );
  return lines.join(lineEnd) + (lastLineEnd ? lineEnd : '');
}

function printCell(text: string): string {
  return text === '' || /[",\r\n ]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
