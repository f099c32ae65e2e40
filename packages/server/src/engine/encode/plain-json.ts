import type { DuckDBValue } from '@duckdb/node-api';
import { plainJsonTypes } from '../types/cell-text.ts';

/** True where `plainJsonCell` writes values of a stored type exactly as `jsonCell`'s SQL does. */
export const plainJson = (storedType: string) => plainJsonTypes.has(storedType);

/** Values that JSON.stringify writes in other letters than DuckDB, or cannot write. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const control = /[\u0000-\u0007\u000b\u000e-\u001f]/;

/** A value of a plain type as JSON. */
export function plainJsonCell(value: DuckDBValue): string {
  if (typeof value !== 'string') return String(value);
  const text = JSON.stringify(value);
  return control.test(value) ? text.replace(/\\(?:u[0-9a-f]{4}|.)/g, upperDigits) : text;
}

const upperDigits = (written: string) =>
  written[1] === 'u' ? `\\u${written.slice(2).toUpperCase()}` : written;
