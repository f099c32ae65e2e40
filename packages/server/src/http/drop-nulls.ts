import type { JsonSchema } from '@quern/contract';

/**
 * Removes, in place, the null fields of a request body that are optional and not nullable: a client
 * may write null for an absent field (docs/contract/requests.md#null-and-absent). A null that the
 * schema accepts stays, because such a null can have a meaning. A null in a required field stays,
 * to be refused.
 */
export function dropNulls(schema: JsonSchema, value: unknown): void {
  if (Array.isArray(value)) {
    const { items } = schema as { items?: JsonSchema };
    if (items) for (const item of value) dropNulls(items, item);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const fields = value as Record<string, unknown>;
  for (const { properties, required = [] } of objectsOf(schema)) {
    for (const [name, property] of Object.entries(properties ?? {})) {
      if (!Object.hasOwn(fields, name)) continue;
      if (fields[name] !== null) dropNulls(property, fields[name]);
      else if (!required.includes(name) && !takesNull(property)) delete fields[name];
    }
  }
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** The schema itself, or the object schemas of its `anyOf`. */
function objectsOf(schema: JsonSchema): readonly ObjectSchema[] {
  const { anyOf } = schema as { anyOf?: readonly ObjectSchema[] };
  return anyOf ?? [schema];
}

function takesNull(schema: JsonSchema): boolean {
  const {
    type,
    anyOf,
    enum: values,
  } = schema as { type?: unknown; anyOf?: readonly JsonSchema[]; enum?: unknown };
  if (anyOf) return anyOf.some(takesNull);
  if (type === undefined) return values === undefined;
  return [type].flat().includes('null');
}
