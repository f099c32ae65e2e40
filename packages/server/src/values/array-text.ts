/** Elements of an array; null is SQL's. */
export type ArrayElements = readonly (string | null)[];

export type ArrayReading =
  | {
      readonly kind: 'elements';
      readonly elements: ArrayElements;
      /** The number of dimensions without elements around the array: `{{},{}}` has no elements. */
      readonly around?: number;
    }
  /** The texts of the rows of an array of several dimensions. */
  | { readonly kind: 'rows'; readonly rows: readonly string[]; readonly shape: string }
  /** Bounds such as `[2:3]={1,2}`, which no list of DuckDB has. */
  | { readonly kind: 'unsupported'; readonly what: string }
  | { readonly kind: 'malformed' }
  /** An error with another SQLSTATE. */
  | { readonly kind: 'invalid'; readonly message: string; readonly sqlState: string };

const malformed: ArrayReading = { kind: 'malformed' };

/** PostgreSQL's limit. */
const maxDimensions = 6;

const quoted = /\s*"((?:[^"\\]|\\[\s\S])*)"\s*/y;
const plain = /(?:[^{}",\\]|\\[\s\S])*/y;

/** The elements of an array's text (`{1,NULL,"a b"}`), as PostgreSQL's array_in reads arrays. */
export function readArrayText(text: string, dimension = 1): ArrayReading {
  const trimmed = text.trim();
  if (trimmed.startsWith('[')) return dimension === 1 ? readBounded(trimmed) : malformed;
  if (!trimmed.startsWith('{')) return malformed;
  if (/^\{\s*\}$/.test(trimmed)) return { kind: 'elements', elements: [] };
  if (/^\{\s*\{/.test(trimmed)) return readRows(trimmed, dimension);
  const elements: (string | null)[] = [];
  let at = 1;
  for (;;) {
    quoted.lastIndex = at;
    plain.lastIndex = at;
    const match = quoted.exec(trimmed);
    if (match !== null) {
      elements.push((match[1] ?? '').replace(/\\([\s\S])/g, '$1'));
      at = quoted.lastIndex;
    } else {
      const raw = trimEnd((plain.exec(trimmed)?.[0] ?? '').trimStart());
      if (raw === '') return malformed;
      elements.push(/^null$/i.test(raw) ? null : raw.replace(/\\([\s\S])/g, '$1'));
      at = plain.lastIndex;
    }
    const end = trimmed[at++];
    if (end === '}') return at === trimmed.length ? { kind: 'elements', elements } : malformed;
    if (end !== ',') return malformed;
  }
}

const bound = /\[([+-]?\d+)(?::([+-]?\d+))?\]\s*/y;
const maxInteger = 2n ** 31n - 1n;

/**
 * Reads `[1:2]={a,b}`. Bounds that begin at 1 add nothing, and no list of DuckDB has other bounds.
 */
function readBounded(text: string): ArrayReading {
  const dimensions: (readonly [low: bigint, high: bigint])[] = [];
  bound.lastIndex = 0;
  let at = 0;
  for (let match = bound.exec(text); match !== null; match = bound.exec(text)) {
    const [low, high] = match[2] === undefined ? ['1', match[1]] : match.slice(1);
    dimensions.push([BigInt(low ?? 1), BigInt(high ?? 1)]);
    at = bound.lastIndex;
  }
  const after = /^=\s*/.exec(text.slice(at))?.[0].length;
  if (dimensions.length === 0 || after === undefined) return malformed;
  for (const [low, high] of dimensions) {
    if ([low, high].some((end) => end > maxInteger || end < -maxInteger - 1n)) {
      return { kind: 'invalid', message: 'array bound is out of integer range', sqlState: '54000' };
    }
    if (high < low) {
      return {
        kind: 'invalid',
        message: 'upper bound cannot be less than lower bound',
        sqlState: '2202E',
      };
    }
    if (high === maxInteger) {
      return {
        kind: 'invalid',
        message: `array upper bound is too large: ${high}`,
        sqlState: '54000',
      };
    }
  }
  const reading = readArrayText(text.slice(at + after));
  if (reading.kind !== 'elements' && reading.kind !== 'rows') return reading;
  if (shapeOf(reading) !== dimensions.map(([low, high]) => high - low + 1n).join())
    return malformed;
  return dimensions.every(([low]) => low === 1n)
    ? reading
    : { kind: 'unsupported', what: 'bounds of an array' };
}

const rowParts = /\s*("(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|[{},]|[^{},"\\]+)/y;

/** Reads `{{1,2},{3,4}}`: rows of one shape. */
function readRows(text: string, dimension: number): ArrayReading {
  if (dimension >= maxDimensions)
    return { kind: 'unsupported', what: `an array of more than ${maxDimensions} dimensions` };
  const rows: string[] = [];
  let [depth, start, isRowNext] = [0, 0, true];
  rowParts.lastIndex = 1;
  for (;;) {
    const at = rowParts.lastIndex;
    const part = rowParts.exec(text)?.[1];
    if (part === undefined) return malformed;
    const end = rowParts.lastIndex;
    if (depth > 0) {
      depth += part === '{' ? 1 : part === '}' ? -1 : 0;
      if (depth === 0) rows.push(text.slice(start, end));
    } else if (part === '{' && isRowNext) [depth, start, isRowNext] = [1, at, false];
    else if (part === ',' && !isRowNext) isRowNext = true;
    else if (part === '}' && !isRowNext && end === text.length) break;
    else if (part.trim() !== '') return malformed;
  }
  const readings = rows.map((row) => readArrayText(row, dimension + 1));
  const unsupported = readings.find(({ kind }) => kind === 'unsupported' || kind === 'invalid');
  if (unsupported !== undefined) return unsupported;
  const shapes = new Set(readings.map(shapeOf));
  const [first] = readings;
  const [shape] = shapes;
  if (shape === undefined || shapes.size > 1) return malformed;
  if (first?.kind === 'elements' && first.elements.length === 0) {
    return { kind: 'elements', elements: [], around: (first.around ?? 0) + 1 };
  }
  return { kind: 'rows', rows, shape };
}

/** The lengths of an array's dimensions; undefined for an array without a shape. */
function shapeOf(reading: ArrayReading): string | undefined {
  if (reading.kind === 'elements')
    return `${reading.elements.length}${',0'.repeat(reading.around ?? 0)}`;
  return reading.kind === 'rows' ? `${reading.rows.length},${reading.shape}` : undefined;
}

/** Removes blanks at the end, except a blank after a backslash. */
function trimEnd(raw: string): string {
  const trimmed = raw.trimEnd();
  let backslashes = 0;
  while (trimmed.at(-1 - backslashes) === '\\') backslashes += 1;
  return backslashes % 2 === 1 ? raw.slice(0, trimmed.length + 1) : trimmed;
}

/** The text of an array. Elements with a different meaning unquoted are quoted. */
export function printArrayText(elements: ArrayElements): string {
  return `{${elements.map((element) => (element === null ? 'NULL' : printElement(element))).join()}}`;
}

function printElement(element: string): string {
  const needsQuotes = element === '' || /^null$/i.test(element) || /[{}",\\\s]/.test(element);
  return needsQuotes ? `"${element.replace(/["\\]/g, '\\$&')}"` : element;
}
