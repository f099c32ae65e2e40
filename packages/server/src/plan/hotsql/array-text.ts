/** Elements of an array; null is SQL's. */
export type ArrayElements = readonly (string | null)[];

export type ArrayReading =
  | { readonly kind: 'elements'; readonly elements: ArrayElements }
  /** Bounds (`[2:3]={1,2}`) or more than one dimension, which no list of DuckDB has. */
  | { readonly kind: 'unsupported'; readonly what: string }
  | { readonly kind: 'malformed' };

const malformed: ArrayReading = { kind: 'malformed' };

const quoted = /\s*"((?:[^"\\]|\\[\s\S])*)"\s*/y;
const plain = /(?:[^{}",\\]|\\[\s\S])*/y;

/** The elements of an array's text (`{1,NULL,"a b"}`), as PostgreSQL's array_in reads it. */
export function readArrayText(text: string): ArrayReading {
  const trimmed = text.trim();
  if (/^\[[\d:+\-[\]\s]*\]\s*=/.test(trimmed)) return { kind: 'unsupported', what: 'bounds of an array' };
  if (!trimmed.startsWith('{')) return malformed;
  if (/^\{\s*\}$/.test(trimmed)) return { kind: 'elements', elements: [] };
  if (/^\{\s*\{/.test(trimmed)) return { kind: 'unsupported', what: 'arrays of arrays' };
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

/** Without the blanks at its end, but for one that a backslash keeps. */
function trimEnd(raw: string): string {
  const trimmed = raw.trimEnd();
  const backslashes = /\\*$/.exec(trimmed)?.[0].length ?? 0;
  return backslashes % 2 === 1 ? raw.slice(0, trimmed.length + 1) : trimmed;
}

/** The text of an array: elements that would be read as something else are quoted. */
export function printArrayText(elements: ArrayElements): string {
  return `{${elements.map((element) => (element === null ? 'NULL' : printElement(element))).join()}}`;
}

function printElement(element: string): string {
  const needsQuotes = element === '' || /^null$/i.test(element) || /[{}",\\\s]/.test(element);
  return needsQuotes ? `"${element.replace(/["\\]/g, '\\$&')}"` : element;
}
