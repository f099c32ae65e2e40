import type { JsonSchema } from '@quern/contract';

/** A value with exactly one fault. */
export interface Wrong {
  /** Path and wrong value. */
  readonly what: string;
  readonly value: unknown;
  /** Words of the refusal: the field, except for a fault in the text itself. */
  readonly says: RegExp;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

type Fields = Readonly<Record<string, unknown>>;

const samples = {
  string: 'text',
  number: 1.5,
  integer: 7,
  boolean: true,
  object: {},
  array: [],
} as const;

/**
 * Every fault that a schema alone finds: each required field left out, null, each other type,
 * values beyond bounds or vocabulary, text that cannot be stored, and unknown fields. `right` has
 * to hold every field under test.
 */
export function* wrongValues(
  schema: JsonSchema,
  right: unknown,
  at = '',
  isRequired = true,
): Generator<Wrong> {
  const known = schema as Schema;
  yield* wrongTypes(known, at, isRequired);
  if (typeof right === 'string') yield* wrongTexts(known, right, at);
  if (typeof right === 'number') yield* wrongNumbers(known, at);
  if (Array.isArray(right)) {
    const [first, ...rest] = right;
    const items = wrongValues((known.items ?? {}) as JsonSchema, first, `${at}[0]`);
    for (const wrong of items) yield { ...wrong, value: [wrong.value, ...rest] };
  } else if (typeof right === 'object' && right !== null)
    yield* wrongObjects(known, right as Fields, at);
}

/**
 * Paths of all fields, with items of lists as `[]`, and paths of the texts without a vocabulary.
 */
export function fieldsOf(
  schema: JsonSchema,
  at = '',
): { readonly path: string; readonly isFreeText: boolean }[] {
  const known = schema as Schema;
  const own =
    at === '' ? [] : [{ path: at, isFreeText: typesOf(known).includes('string') && !known.enum }];
  const below = [
    ...branchesOf(known).flatMap(({ properties = {} }) => Object.entries(properties)),
    ...(typeof known.additionalProperties === 'object'
      ? [['*', known.additionalProperties] as const]
      : []),
  ].flatMap(([name, field]) => fieldsOf(field as JsonSchema, join(at, name)));
  const items = known.items ? fieldsOf(known.items as JsonSchema, `${at}[]`) : [];
  return [...own, ...below, ...items];
}

/** Paths of the fields that a value holds, in the form of `fieldsOf`. */
export function pathsIn(schema: JsonSchema, value: unknown, at = ''): string[] {
  const own = at === '' ? [] : [at];
  if (Array.isArray(value)) {
    return [
      ...own,
      ...value.flatMap((item) =>
        pathsIn(((schema as Schema).items ?? {}) as JsonSchema, item, `${at}[]`),
      ),
    ];
  }
  if (typeof value !== 'object' || value === null) return own;
  const below = Object.entries(value).flatMap(([name, field]) => {
    const found = propertyOf(schema as Schema, name);
    return found
      ? pathsIn(found.schema as JsonSchema, field, join(at, found.isNamed ? name : '*'))
      : [];
  });
  return [...own, ...below];
}

/**
 * The value with a text at a path of `pathsIn`: in lists in the first item, in maps in the first
 * field that the rest of the path leads into.
 */
export function withText(value: unknown, path: readonly string[], text: string): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return text;
  if (step === '[]') {
    const [first, ...others] = value as unknown[];
    return [withText(first, rest, text), ...others];
  }
  const fields = value as Fields;
  const isOnTheWay = (name: string) => rest.length === 0 || typeof fields[name] === 'object';
  const name = step === '*' ? (Object.keys(fields).find(isOnTheWay) ?? '') : step;
  return { ...fields, [name]: withText(fields[name], rest, text) };
}

/** `schemas[].name` as steps. */
export const stepsOf = (path: string) => path.replaceAll('[]', '.[]').split('.').filter(Boolean);

const join = (at: string, name: string) => (at === '' ? name : `${at}.${name}`);
const branchesOf = (schema: Schema) => schema.anyOf ?? [schema];
const typesOf = (schema: Schema): string[] =>
  branchesOf(schema)
    .flatMap(({ type }) => type ?? [])
    .flat();

function propertyOf(schema: Schema, name: string): { schema: Schema; isNamed: boolean } | null {
  for (const { properties, additionalProperties } of branchesOf(schema)) {
    const named = properties?.[name];
    if (named) return { schema: named, isNamed: true };
    if (typeof additionalProperties === 'object')
      return { schema: additionalProperties, isNamed: false };
  }
  return null;
}

function* wrongTypes(schema: Schema, at: string, isRequired: boolean): Generator<Wrong> {
  const types = typesOf(schema);
  const others = Object.entries(samples).filter(([type]) => !types.includes(type));
  for (const [type, value] of others) yield { what: `${type} at '${at}'`, value, says: naming(at) };
  if (isRequired && !types.includes('null'))
    yield { what: `null at '${at}'`, value: null, says: naming(at) };
}

function* wrongTexts(schema: Schema, right: string, at: string): Generator<Wrong> {
  if (schema.enum) {
    const { enum: values } = schema;
    // A sign has no upper case.
    const wrongs = ['', right.toUpperCase(), `${right} `].filter((one) => !values.includes(one));
    for (const value of wrongs) {
      yield { what: `${JSON.stringify(value)} at '${at}'`, value, says: naming(at) };
    }
    return;
  }
  yield { what: `NUL at '${at}'`, value: `${right}\0`, says: /NUL/ };
  yield {
    what: `half a surrogate pair at '${at}'`,
    value: `${right}\ud83d`,
    says: /not valid Unicode/,
  };
  const { maxLength } = schema;
  if (maxLength !== undefined) {
    yield { what: `too long at '${at}'`, value: 'x'.repeat(maxLength + 1), says: naming(at) };
  }
}

function* wrongNumbers({ minimum, maximum }: Schema, at: string): Generator<Wrong> {
  const beyond = [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
  ];
  for (const value of beyond) yield { what: `${value} at '${at}'`, value, says: naming(at) };
}

function* wrongObjects(schema: Schema, right: Fields, at: string): Generator<Wrong> {
  const branches = branchesOf(schema);
  if (branches.some(({ additionalProperties }) => additionalProperties === false)) {
    const value = { ...right, surplus: 1 };
    yield { what: `an unknown field in '${at}'`, value, says: naming(join(at, 'surplus')) };
  }
  for (const [name, value] of Object.entries(right)) {
    const path = join(at, name);
    const isRequired = branches.some(({ required }) => required?.includes(name));
    if (isRequired) {
      const { [name]: _left, ...rest } = right;
      yield { what: `no '${path}'`, value: rest, says: naming(path) };
    }
    const found = propertyOf(schema, name);
    if (!found) continue;
    const wrongs = wrongValues(
      found.schema as JsonSchema,
      value,
      path,
      isRequired || !found.isNamed,
    );
    for (const wrong of wrongs) yield { ...wrong, value: { ...right, [name]: wrong.value } };
  }
}

function naming(at: string): RegExp {
  return at === '' ? /body/ : new RegExp(`'${at.replaceAll(/[.[\]]/g, '\\$&')}'`);
}
