import type { FoundText } from './found-text.ts';

const mostRows = 200;
const shownRows = 5;

/**
 * The first objects of a JSON text, which may be cut: one object a line, objects over several
 * lines, or an array.
 */
export function previewJson(text: string): FoundText {
  const objects = objectsOf(text, mostRows);
  const types = new Map<string, string>();
  for (const object of objects)
    for (const [name, value] of Object.entries(object)) {
      const before = types.get(name);
      types.set(name, before === undefined ? typeOf(value) : together(before, typeOf(value)));
    }
  const names = [...types.keys()];
  return {
    columns: [...types].map(([name, type]) => ({ name, type: type === 'null' ? 'text' : type })),
    rows: objects.slice(0, shownRows).map((object) => names.map((name) => shown(object[name]))),
  };
}

type JsonObject = Readonly<Record<string, unknown>>;

function objectsOf(text: string, most: number): JsonObject[] {
  const objects: JsonObject[] = [];
  let depth = 0;
  let start = 0;
  let isText = false;
  for (let at = 0; at < text.length && objects.length < most; at += 1) {
    const sign = text[at];
    if (isText) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isText = false;
    } else if (sign === '"') isText = true;
    else if (sign === '{') {
      if (depth === 0) start = at;
      depth += 1;
    } else if (sign === '}') {
      depth -= 1;
      if (depth === 0) objects.push(...parsed(text.slice(start, at + 1)));
    }
  }
  return objects;
}

/** The service reports invalid JSON. */
function parsed(text: string): JsonObject[] {
  try {
    return [JSON.parse(text) as JsonObject];
  } catch {
    return [];
  }
}

function typeOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'object';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' ? 'text' : typeof value;
}

/** Values of two kinds are stored as JSON text. */
function together(one: string, other: string): string {
  if (one === other || other === 'null') return one;
  if (one === 'null') return other;
  const isNumeric = [one, other].every((type) => type === 'integer' || type === 'number');
  return isNumeric ? 'number' : 'text';
}

function shown(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
