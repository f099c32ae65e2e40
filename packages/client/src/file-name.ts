import type { LoadOptions } from './load.ts';

const contentTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  tab: 'text/tab-separated-values',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  pq: 'application/vnd.apache.parquet',
};
const encodings: Readonly<Record<string, 'gzip' | 'zstd'>> = {
  gz: 'gzip',
  gzip: 'gzip',
  zst: 'zstd',
  zstd: 'zstd',
};

/** Format and compression by the endings of a file name: `sales.csv.gz` is CSV, packed by gzip. */
export function contentOf(path: string): Pick<LoadOptions, 'contentEncoding' | 'contentType'> {
  const endings = nameOf(path).toLowerCase().split('.').slice(1);
  const contentEncoding = encodings[endings.at(-1) ?? ''];
  const contentType = contentTypes[endings.at(contentEncoding === undefined ? -1 : -2) ?? ''];
  return {
    ...(contentEncoding === undefined ? {} : { contentEncoding }),
    ...(contentType === undefined ? {} : { contentType }),
  };
}

const nameOf = (path: string) => path.split(/[\\/]/).at(-1) ?? '';

/** The table that a file is loaded into where none is named: `Sales 2024.csv.gz` is sales_2024. */
export function tableNameOf(path: string): string {
  const name = nameOf(path).replace(/\.(gz|gzip|zst|zstd)$/i, '');
  return identifierOf(name.replace(/(.)\.[^.]+$/, '$1'));
}

/** Latin letters without a decomposition into letter and accent. */
const latin: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  đ: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
};

/**
 * Nearest valid name of a schema or table (docs/contract/names.md): ASCII letters, digits and `_`.
 * A digest stands for letters of other scripts, so different names stay different.
 */
export function identifierOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^ -~]/g, (letter) => latin[letter] ?? letter);
  const name = plain.replace(/[^a-z0-9_]+/g, '_').replace(/(?<!_)_+$/, '');
  const begun = /^[a-z_]/.test(name) ? name : `t_${name}`;
  const isWhole = name !== '' && !/[^ -~]/.test(plain);
  if (isWhole) return begun.slice(0, 128);
  return `${begun.slice(0, 119).replace(/(?<!_)_+$/, '')}_${digestOf(text)}`;
}

/** FNV-1a, of 32 bits. */
function digestOf(text: string): string {
  let digest = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text.normalize('NFC')))
    digest = Math.imul(digest ^ byte, 0x01000193) >>> 0;
  return digest.toString(16).padStart(8, '0');
}
