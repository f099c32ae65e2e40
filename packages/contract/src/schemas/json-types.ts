import type {
  TArray,
  TBoolean,
  TInteger,
  TNumber,
  TObject,
  TOptional,
  TProperties,
  TSchema,
  TString,
  TUnsafe,
} from 'typebox';

type Options = Readonly<Record<string, unknown>>;

/** Marks a schema whose property may be absent; no part of the JSON. */
const isOptional = Symbol('optional');

/**
 * JSON Schema of the contract's types, under typebox's static types. Typebox's own builders make
 * the same and more that nothing here reads; their import was 373 files, and 0.15 s of CPU of the
 * 0.32 of `quern <command>`.
 */
const make = <T extends TSchema>(type: string, options: Options = {}): T =>
  ({ type, ...options }) as unknown as T;

export const stringType = (options?: Options) => make<TString>('string', options);
export const booleanType = (options?: Options) => make<TBoolean>('boolean', options);
export const integerType = (options?: Options) => make<TInteger>('integer', options);
export const numberType = (options?: Options) => make<TNumber>('number', options);
export const arrayType = <T extends TSchema>(items: T, options: Options = {}) =>
  make<TArray<T>>('array', { items, ...options });

/** An object; every field except `optionalType` is required. */
export function objectType<P extends TProperties>(properties: P, options: Options): TObject<P> {
  const required = Object.keys(properties).filter(
    (key) => !(isOptional in Object(properties[key])),
  );
  return make('object', { ...(required.length > 0 && { required }), properties, ...options });
}

export function optionalType<T extends TSchema>(schema: T): TOptional<T> {
  const marked = Object.defineProperty({ ...schema }, isOptional, { value: true });
  return marked as TOptional<T>;
}

/** A schema of any JSON, for values of a type that is known here. */
export const unsafeType = <T>(schema: Options) => ({ ...schema }) as unknown as TUnsafe<T>;
