import { coerceQuery, type Endpoint, type JsonSchema } from '@quern/contract';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { badRequest, QuernError } from '../kernel/errors.ts';
import { dropNulls } from './drop-nulls.ts';

/**
 * Checks one endpoint's query string and body against its schemas; throws the contract's error for
 * a violation.
 */
export interface RequestValidator {
  query(raw: unknown): Record<string, unknown>;
  body(value: unknown): unknown;
}

/** The schemas are the contract's, so an unknown keyword is no mistake of a caller. */
const ajv = new Ajv({ strict: false, validateFormats: false });

export function createValidator(endpoint: Endpoint): RequestValidator {
  const validateQuery = atFirstUse(endpoint.query);
  const validateBody = atFirstUse(endpoint.body?.schema);
  return {
    query(raw) {
      const coerced = coerceQuery(endpoint.query, raw as Record<string, string>);
      if (!coerced.ok) throw badRequest(coerced.message);
      if (validateQuery) check(validateQuery(), coerced.query, 'query parameter', endpoint);
      else refuseUnknownQuery(coerced.query);
      refuseBrokenText(coerced.query);
      return coerced.query;
    },
    body(value) {
      if (!endpoint.body || !validateBody) return undefined;
      if (value === undefined && endpoint.body.required)
        throw badRequest('A JSON body is required');
      // The official Rust client writes `null` for an absent body.
      if (value === undefined || (value === null && !endpoint.body.required)) return undefined;
      dropNulls(endpoint.body.schema as unknown as JsonSchema, value);
      check(validateBody(), value, 'field', endpoint);
      refuseBrokenText(value);
      return value;
    },
  };
}

/** Schemas are compiled individually on first use: compiling all takes a fifth of a start. */
function atFirstUse(
  schema: Parameters<typeof ajv.compile>[0] | undefined,
): (() => ValidateFunction) | undefined {
  if (!schema) return undefined;
  let compiled: ValidateFunction | undefined;
  return () => {
    compiled ??= ajv.compile(schema);
    return compiled;
  };
}

function refuseUnknownQuery(query: Record<string, unknown>): void {
  const [first] = Object.keys(query);
  if (first !== undefined)
    throw badRequest(`Unknown query parameter '${first}'; this endpoint takes none`);
}

function check(validate: ValidateFunction, value: unknown, what: string, endpoint: Endpoint): void {
  if (validate(value)) return;
  const sentence = explain(validate.errors ?? [], what);
  if (endpoint.validationStatus === 422 && what === 'field') {
    throw new QuernError('VALIDATION_FAILED', sentence, { workspaceCode: 'validation_failed' });
  }
  throw badRequest(sentence);
}

/** One sentence about the first error, with its path. */
function explain(errors: readonly ErrorObject[], what: string): string {
  const error = firstOf(errors);
  if (!error) return 'The request is not valid';
  const path = fieldPath(error.instancePath);
  const at = path === '' ? 'The body' : `${capital(what)} '${path}'`;
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'additionalProperties':
      return `Unknown ${what} '${join(path, String(params.additionalProperty))}'; check its spelling or leave it out`;
    case 'required':
      return `${capital(what)} '${join(path, String(params.missingProperty))}' is required`;
    case 'type':
      return `${at} must be ${typeNames(params.type)}`;
    case 'enum':
      return `${at} must be one of ${(params.allowedValues as unknown[]).filter((value) => value !== null).join(', ')}`;
    case 'minProperties':
      return `${at} is empty; name at least one field`;
    default:
      return `${at} ${error.message ?? 'is not valid'}`;
  }
}

/**
 * For a value of several possible schemas, each schema has its error, and the union's error is the
 * last. The intended schema is the schema of the value's type; if no schema has the type, the error
 * names all.
 */
function firstOf(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const choice = errors.find(({ keyword }) => keyword === 'anyOf');
  if (!choice) return errors[0];
  const isOther = ({ keyword, instancePath }: ErrorObject) =>
    keyword === 'type' && instancePath === choice.instancePath;
  const meant = errors.find((error) => error !== choice && !isOther(error));
  const types = errors.filter(isOther).flatMap(({ params }) => (params as { type: unknown }).type);
  return meant ?? { ...choice, keyword: 'type', params: { type: types } };
}

function typeNames(type: unknown): string {
  const names: Record<string, string> = {
    object: 'an object',
    array: 'an array',
    integer: 'an integer',
  };
  return [type]
    .flat()
    .map((name) => (name === 'null' ? 'null' : (names[String(name)] ?? `a ${String(name)}`)))
    .join(' or ');
}

/** `/schemas/0/name` as `schemas[0].name`. */
function fieldPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~').slice(0, 80))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : join(path, part)), '');
}

function join(path: string, name: string): string {
  const shown = name.slice(0, 80);
  return path === '' ? shown : `${path}.${shown}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * NUL is in no text that the metadata or an engine could keep, and half of a surrogate pair would
 * be stored as another letter than it was sent. Walks without recursion: a body may be nested
 * deeply.
 */
function refuseBrokenText(value: unknown): void {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') {
      if (next.includes('\0'))
        throw badRequest('The request holds a NUL character, which no text may contain');
      if (/\p{Surrogate}/u.test(next))
        throw badRequest('The request holds text that is not valid Unicode');
    } else if (typeof next === 'object' && next !== null) {
      for (const key of Object.keys(next)) open.push(key, (next as Record<string, unknown>)[key]);
    }
  }
}
