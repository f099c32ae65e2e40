/**
 * Basic shapes of all schemas. A schema is plain JSON Schema with a static type. `title` is the
 * name of a component: unlike object identity, the title survives nesting and `optionalType`. The
 * OpenAPI document turns each titled schema into a reference.
 */

import type { Static, TArray, TObject, TOptional, TSchema, TUnsafe } from 'typebox';
import { forms } from './forms.ts';
import {
  arrayType,
  booleanType,
  integerType,
  numberType,
  objectType,
  optionalType,
  stringType,
  unsafeType,
} from './json-types.ts';

type Properties = Record<string, TSchema>;
/** JSON Schema as it is on the wire of the OpenAPI document. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A request body: unknown fields are refused. */
export function requestBody<P extends Properties>(
  title: string,
  properties: P,
  options: JsonSchema = {},
): TObject<P> {
  return objectType(properties, { ...options, title, additionalProperties: false });
}

/** A response body stays open, because clients ignore unknown fields. */
export function responseBody<P extends Properties>(
  title: string,
  properties: P,
  options: JsonSchema = {},
): TObject<P> {
  return objectType(properties, { ...options, title });
}

/** Query-string parameters or headers: unknown query parameters are refused. */
export function parameters<P extends Properties>(properties: P): TObject<P> {
  return objectType(properties, { additionalProperties: false });
}

/**
 * The schema or null: `type: [x, 'null']` for a schema of one type (one clear validation message),
 * else `anyOf`.
 */
export function nullable<T extends TSchema>(schema: T): TUnsafe<Static<T> | null> {
  const json = schema as JsonSchema;
  if (typeof json.type !== 'string' || json.title !== undefined) {
    return unsafeType<Static<T> | null>({ anyOf: [schema, { type: 'null' }] });
  }
  const values = Array.isArray(json.enum) ? { enum: [...json.enum, null] } : {};
  return unsafeType<Static<T> | null>({ ...json, ...values, type: [json.type, 'null'] });
}

/** May be absent; null is refused. */
export function optional<T extends TSchema>(schema: T): TOptional<T> {
  return optionalType(schema) as TOptional<T>;
}

/** May be absent or null, which mean the same unless the field says otherwise. */
export function optionalNull<T extends TSchema>(schema: T): TOptional<TUnsafe<Static<T> | null>> {
  return optional(nullable(schema));
}

/** Limits of a deployment by its settings, as in the published schema. */
export interface DeploymentLimits {
  readonly uploadMaxBytes: number;
  readonly asyncAfterMaxMs: number;
}

/** Constraints, or a function from the limits of a deployment to constraints. */
export type Stated = JsonSchema | ((limits: DeploymentLimits) => JsonSchema);

/**
 * The schema with a constraint that the operation checks by itself, with a sentence of its own.
 * Only the published schema has the constraint; no validator of the server reads it. Null passes if
 * the field takes null.
 */
export function stated<T extends TSchema>(schema: T, constraints: Stated): TUnsafe<Static<T>> {
  return unsafeType<Static<T>>({ ...(schema as JsonSchema), 'x-stated': constraints });
}

/** Text with a form. */
export const textLike = (pattern: string, description?: string, rest: JsonSchema = {}) =>
  stated(text(description), { pattern, ...rest });
/** Text that is more than blanks, of at most so many characters. */
export const filledText = (maxLength: number, description?: string) =>
  textLike(forms.filled, description, { maxLength });
/** Text of at most so many characters. */
export const shortText = (maxLength: number, description?: string) =>
  stated(text(description), { pattern: forms.plain, maxLength });

/** A string of a closed list. */
export function oneOf<const V extends readonly string[]>(
  values: V,
  options: JsonSchema = {},
): TUnsafe<V[number]> {
  return unsafeType<V[number]>({ ...options, type: 'string', enum: [...values] });
}

export const text = (description?: string) =>
  stringType(description === undefined ? {} : { description });
export const flag = (description?: string) =>
  booleanType(description === undefined ? {} : { description });
/** A flag of a request, false when absent. */
export const flagOff = (description: string) =>
  optional(booleanType({ description, default: false }));
/**
 * An integer with no bound of its own: a violation of the server's limits is told, or clamped, by
 * the operation.
 */
export const integer = (description?: string) =>
  integerType(description === undefined ? {} : { description });
/** An integer of 0 or more. */
export const count = (description?: string) =>
  integerType(description === undefined ? { minimum: 0 } : { minimum: 0, description });
/** A number of 0 or more, with a fraction. */
export const quantity = (description: string) => numberType({ minimum: 0, description });
/** RFC 3339, UTC. */
export const timestamp = (description?: string) =>
  stringType(
    description === undefined ? { format: 'date-time' } : { format: 'date-time', description },
  );
export const listOf = <T extends TSchema>(items: T, options: JsonSchema = {}): TArray<T> =>
  arrayType(items, options);

/** Any JSON value, null included. */
export const anyJson = (description?: string) =>
  unsafeType<unknown>(description === undefined ? {} : { description });

/** An object of any fields. */
export const openObject = (description: string) =>
  unsafeType<Record<string, unknown>>({ type: 'object', description, additionalProperties: true });

/** An object of any field names, all values of one schema. */
export const mapOf = <T extends TSchema>(
  values: T,
  description: string,
): TUnsafe<Record<string, Static<T>>> =>
  unsafeType<Record<string, Static<T>>>({
    type: 'object',
    description,
    additionalProperties: values,
  });

/**
 * Exactly one of several objects. Clients try each and demand one match, so the shapes must not
 * overlap.
 */
export function unionOf<const T extends TSchema[]>(
  title: string,
  members: readonly [...T],
): TUnsafe<Static<T[number]>> {
  return unsafeType<Static<T[number]>>({ title, anyOf: [...members] });
}

/** The fields of a page read by cursor; `next_cursor` is null or absent on the last one. */
export const cursorPage = {
  count: count('Items in this page, never the grand total'),
  has_more: flag(),
  limit: count(),
  next_cursor: optionalNull(text('Opaque; pass it as `cursor` for the next page')),
};

/** The fields of a page read by offset. */
export const offsetPage = {
  count: count('Items in this page, never the grand total'),
  has_more: flag(),
  limit: count(),
  offset: count(),
};

/** The pair of asynchronous options that queries, loads, index builds and refreshes share. */
export const asyncOptions = {
  async: flagOff('Answer 202 and work in the background'),
  async_after_ms: optionalNull(
    stated(
      integerType({
        minimum: 1000,
        description: 'Milliseconds to work before falling back to 202; needs async=true',
      }),
      ({ asyncAfterMaxMs }) => ({ maximum: asyncAfterMaxMs }),
    ),
  ),
};

/** `async_after_ms` goes with `async` only. */
export const asyncRule = {
  anyOf: [
    { properties: { async_after_ms: { type: 'null' } } },
    { properties: { async: { const: true } }, required: ['async'] },
  ],
};
