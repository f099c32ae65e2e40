import type { EngineFile, HeldFile, StoredFile } from '../engine.ts';

/** The fields of requests and replies with names of files: `FileField` of engine/engine.ts. */
const isFileField = (field: string) =>
  field === 'path' ||
  field === 'paths' ||
  field === 'directory' ||
  field.endsWith('Path') ||
  field.endsWith('Paths');

/**
 * The value with each file replaced by the result of `replace`. Only parts with a file are copied,
 * and shared parts stay shared: thousands of files share lists of columns.
 */
export function replaceFiles(
  value: unknown,
  replace: (file: unknown) => unknown,
  known: Map<object, unknown> = new Map(),
): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const found = known.get(value);
  if (found !== undefined) return found;
  const replaced = Array.isArray(value)
    ? replaceItems(value, replace, known)
    : replaceFields(value, replace, known);
  known.set(value, replaced);
  return replaced;
}

function replaceItems(
  items: readonly unknown[],
  replace: (file: unknown) => unknown,
  known: Map<object, unknown>,
): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (const [index, item] of items.entries()) {
    // A list of numbers or texts has no files.
    if (typeof item !== 'object') continue;
    const replaced = replaceFiles(item, replace, known);
    if (replaced === item) continue;
    copy ??= [...items];
    copy[index] = replaced;
  }
  return copy ?? items;
}

function replaceFields(
  value: object,
  replace: (file: unknown) => unknown,
  known: Map<object, unknown>,
): object {
  let copy: Record<string, unknown> | undefined;
  for (const [field, child] of Object.entries(value)) {
    if (child === null || child === undefined) continue;
    const replaced = isFileField(field)
      ? Array.isArray(child)
        ? child.map(replace)
        : replace(child)
      : replaceFiles(child, replace, known);
    if (replaced === child) continue;
    copy ??= { ...value };
    copy[field] = replaced;
  }
  return copy ?? value;
}

/** Calls `visit` with each file in the value. */
export function visitFiles(value: unknown, visit: (file: EngineFile) => void): void {
  replaceFiles(value, (file) => {
    if (isFile(file)) visit(file);
    return file;
  });
}

/** True for a file, in a field that may name files. */
export function isFile(value: unknown): value is EngineFile {
  if (typeof value !== 'object' || value === null) return false;
  const { held, key, subject } = value as Partial<HeldFile & StoredFile>;
  return typeof held === 'string' || (typeof key === 'string' && typeof subject === 'string');
}
