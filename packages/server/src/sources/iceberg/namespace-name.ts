import type { Namespace } from './rest-catalog.ts';

/**
 * The schema name of a namespace: its parts, separated by dots. A backslash escapes a dot or
 * backslash in a part, so names are unique.
 */
export const schemaName = (namespace: Namespace) =>
  namespace.map((part) => part.replace(/[\\.]/g, '\\$&')).join('.');

/** The namespace of a name made by `schemaName`. */
export function namespaceOf(schema: string): Namespace {
  const parts = [''];
  for (const [, escaped, plain = ''] of schema.matchAll(/\\(.)|([^\\])/gsu)) {
    if (plain === '.') parts.push('');
    else parts.push((parts.pop() ?? '') + (escaped ?? plain));
  }
  return parts;
}
