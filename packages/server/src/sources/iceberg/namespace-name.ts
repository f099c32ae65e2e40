import type { Namespace } from './rest-catalog.ts';

/**
 * The name of a namespace as a schema: its parts with dots between them; a dot or backslash in a
 * part has a backslash before it, so that no two have one name.
 */
export const schemaName = (namespace: Namespace) =>
  namespace.map((part) => part.replace(/[\\.]/g, '\\$&')).join('.');

/** The namespace of a name that `schemaName` gave. */
export function namespaceOf(schema: string): Namespace {
  const parts = [''];
  for (const [, escaped, plain = ''] of schema.matchAll(/\\(.)|([^\\])/gsu)) {
    if (plain === '.') parts.push('');
    else parts.push((parts.pop() ?? '') + (escaped ?? plain));
  }
  return parts;
}
