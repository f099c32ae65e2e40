/** A field of a STRUCT; `engine` is its type in DuckDB's spelling. */
export interface StructField {
  readonly name: string;
  readonly engine: string;
}

/**
 * The fields of `STRUCT(a INTEGER, "b c" DECIMAL(18,3)[])`, in order; undefined for any other type.
 */
export function structFields(engine: string): readonly StructField[] | undefined {
  if (!/^STRUCT\(/i.test(engine) || !engine.endsWith(')')) return undefined;
  return splitAtCommas(engine.slice('STRUCT('.length, -1)).map((written) => {
    const [, quoted, bare] = /^(?:"((?:[^"]|"")*)"|(\S+)) /.exec(written) ?? [];
    const length = quoted === undefined ? (bare ?? '').length : quoted.length + 2;
    return { name: quoted?.replaceAll('""', '"') ?? bare ?? '', engine: written.slice(length + 1) };
  });
}

/** Commas inside parentheses or quotes separate nothing. */
function splitAtCommas(text: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const [piece] of text.matchAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'|[^"']/gs)) {
    if (piece === '(') depth += 1;
    if (piece === ')') depth -= 1;
    if (piece === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts.map((part) => part.trim());
}
