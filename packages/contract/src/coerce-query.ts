import type { TSchema } from 'typebox';
import type { JsonSchema } from './schemas/shapes.ts';

/** A query string as a server parses it: a repeated parameter is an array. */
export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

export type CoercedQuery =
  | { readonly ok: true; readonly query: Record<string, unknown> }
  | { readonly ok: false; readonly message: string };

/**
 * Gives query-string parameters the types of their schema, so validation can be strict: `12`
 * becomes an integer and `true` a boolean by the schema. Text of any other form stays text, and
 * validation refuses the text. Integers beyond 2^53-1 saturate, so a limit can be clamped. Repeated
 * parameters are refused here, with a message for the caller; validation refuses unknown
 * parameters.
 */
export function coerceQuery(schema: TSchema | undefined, raw: RawQuery): CoercedQuery {
  const properties = propertiesOf(schema);
  const query: [string, unknown][] = [];
  for (const [name, value] of Object.entries(raw)) {
    if (value === undefined) continue;
    if (typeof value !== 'string') {
      return {
        ok: false,
        message: `Query parameter '${name}' is given more than once; give it once`,
      };
    }
    query.push([name, Object.hasOwn(properties, name) ? coerced(properties[name], value) : value]);
  }
  return { ok: true, query: Object.fromEntries(query) };
}

function propertiesOf(schema: TSchema | undefined): Readonly<Record<string, JsonSchema>> {
  const { properties } = (schema ?? {}) as { properties?: Readonly<Record<string, JsonSchema>> };
  return properties ?? {};
}

function coerced(schema: JsonSchema | undefined, value: string): unknown {
  if (schema?.type === 'integer' && /^-?\d+$/.test(value)) {
    return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(value))) + 0;
  }
  if (schema?.type === 'boolean' && (value === 'true' || value === 'false'))
    return value === 'true';
  return value;
}
