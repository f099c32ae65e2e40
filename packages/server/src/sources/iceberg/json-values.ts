/** Checked access to a catalog's JSON. */
import { SourceError } from '../source-error.ts';

export type Json = Readonly<Record<string, unknown>>;

export const oddAnswer = (what: string) =>
  new SourceError(
    'source_failed',
    `The Iceberg catalog sent ${what} that is none of the specification's; check the connection's 'uri', or mend the table`,
  );

/** JSON.parse rounds integers of 16 and more digits, such as snapshot ids. */
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A JSON object, in which integers of 16 and more digits are texts. */
export function parseObject(text: string, what: string): Json {
  const exact = text.replace(stringOrNumber, (part) =>
    /^-?\d{16,}$/.test(part) ? `"${part}"` : part,
  );
  let value: unknown;
  try {
    value = JSON.parse(exact);
  } catch {
    throw oddAnswer(what);
  }
  return objectOf(value, what);
}

export function objectOf(value: unknown, what: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw oddAnswer(what);
}

export function listOf(value: unknown, what: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw oddAnswer(what);
}

export function textOf(value: unknown, what: string): string {
  if (typeof value === 'string') return value;
  throw oddAnswer(what);
}

/** A count; in Avro manifests, a long is a bigint. */
export function countOf(value: unknown, what: string): number {
  const number = typeof value === 'bigint' || typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number;
  throw oddAnswer(what);
}

/** An id as text, in any of its forms; null if absent. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' ? value : null;
}

/** Text properties; other properties are left out. */
export function textsOf(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}
