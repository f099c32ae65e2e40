/**
 * What a file seems to hold, told by its first bytes before any of it is sent. The service decides
 * by all of them.
 */
export interface FilePreview {
  readonly format: 'csv' | 'json' | 'parquet';
  /** Empty where the bytes do not tell. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Of a CSV: its first rows. */
  readonly rows: readonly (readonly string[])[];
}

const lookedBytes = 256 * 1024;
const shownRows = 5;

export async function previewFile(file: Blob & { readonly name?: string }): Promise<FilePreview> {
  const head = new Uint8Array(await file.slice(0, lookedBytes).arrayBuffer());
  if (String.fromCharCode(...head.slice(0, 4)) === 'PAR1')
    return { format: 'parquet', columns: [], rows: [] };
  const isPacked = (head[0] === 0x1f && head[1] === 0x8b) || (head[0] === 0x28 && head[1] === 0xb5);
  if (isPacked)
    return { format: /json|ndjson/.test(file.name ?? '') ? 'json' : 'csv', columns: [], rows: [] };
  const text = new TextDecoder().decode(head);
  const isWhole = file.size <= lookedBytes;
  return /^\s*[[{]/.test(text) ? previewJson(text) : previewCsv(text, isWhole);
}

/** A table's name out of a file's: `Sales 2024.csv` is `sales_2024`. */
export function tableNameOf(fileName: string): string {
  const stem = fileName
    .replace(/(\.(csv|tsv|txt|json|ndjson|jsonl|parquet|gz|zst))+$/i, '')
    .toLowerCase();
  const name = stem.replace(/[^a-z0-9_]+/g, '_').replace(/^_+|_+$/g, '');
  return (/^[a-z_]/.test(name) ? name : `t_${name}`).slice(0, 60);
}

/** Parts that are named in a header whose kind is told by its first value. */
function previewJson(text: string): FilePreview {
  const objects = /^\s*\{/.test(text)
    ? text.split('\n').slice(0, 20)
    : [/\{[^{}]*\}/.exec(text)?.[0] ?? ''];
  const types = new Map<string, string>();
  for (const line of objects) {
    try {
      const row: unknown = JSON.parse(line);
      for (const [name, value] of Object.entries(row as object))
        if (value !== null) types.set(name, types.get(name) ?? typeof value);
    } catch {
      // The last line may be cut; others are the service's to judge.
    }
  }
  return {
    format: 'json',
    columns: [...types].map(([name, type]) => ({ name, type: type === 'string' ? 'text' : type })),
    rows: [],
  };
}

function previewCsv(text: string, isWhole: boolean): FilePreview {
  const firstLine = text.slice(0, text.indexOf('\n') < 0 ? text.length : text.indexOf('\n'));
  const separator = [',', ';', '\t', '|'].reduce(
    (best, sign) => (count(firstLine, sign) > count(firstLine, best) ? sign : best),
    ',',
  );
  const all = csvRows(text, separator, 400);
  const rows = isWhole ? all : all.slice(0, -1);
  const [header = [], ...values] = rows;
  const columns = header.map((name, index) => ({
    name,
    type: typeOf(values.map((row) => row[index] ?? '')),
  }));
  return { format: 'csv', columns, rows: values.slice(0, shownRows) };
}

const count = (text: string, sign: string) => text.split(sign).length;

/** Rows of RFC 4180, `most` at most. */
export function csvRows(text: string, separator: string, most: number): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let at = 0; at < text.length && rows.length < most; at += 1) {
    const sign = text[at];
    if (isQuoted) {
      if (sign !== '"') field += sign;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && field === '') isQuoted = true;
    else if (sign === separator) {
      row.push(field);
      field = '';
    } else if (sign === '\n') {
      rows.push([...row, field.replace(/\r$/, '')]);
      row = [];
      field = '';
    } else field += sign;
  }
  if (rows.length < most && (field !== '' || row.length > 0)) rows.push([...row, field]);
  return rows;
}

const kinds: readonly (readonly [string, RegExp])[] = [
  ['integer', /^-?\d{1,18}$/],
  ['number', /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i],
  ['boolean', /^(true|false)$/i],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['timestamp', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/],
];

function typeOf(values: readonly string[]): string {
  const filled = values.filter((value) => value !== '');
  if (filled.length === 0) return 'text';
  return kinds.find(([, form]) => filled.every((value) => form.test(value)))?.[0] ?? 'text';
}
