/**
 * FORMAT JSON and RETURNING: the combinations that PostgreSQL allows, and the conversion of a JSON
 * text to the returned type.
 */

import { refuse, reject } from '../read/refusal.ts';
import { type Fields, fieldsOf, locationOf, textOf } from '../read/tree.ts';
import { type Expr, expr } from '../resolve/expr.ts';
import { categoryOf } from '../resolve/type.ts';
import { readTypeName, type TypeName } from './print-cast.ts';

type Location = number | undefined;

export const isText = ({ type }: Expr): boolean => type.name === 'unknown' || isTextType(type.name);
export const isJson = ({ type }: Expr): boolean => type.name === 'json' || type.name === 'jsonb';
const isTextType = (name: string) => categoryOf(name) === 'S';

interface Format {
  readonly isJson: boolean;
  readonly encoding: string;
  readonly location: Location;
}

function formatOf(fields: Fields | undefined): Format {
  const format = fieldsOf(fields ?? {}, 'format') ?? {};
  const encoding = textOf(format, 'encoding');
  return {
    isJson: textOf(format, 'format_type') === 'JS_FORMAT_JSON',
    encoding: encoding === 'JS_ENC_DEFAULT' ? '' : encoding,
    location: locationOf(format),
  };
}

/** True if FORMAT JSON makes a text JSON. Raises if FORMAT does not apply to the type. */
export function readsAsJson(value: Expr, fields: Fields): boolean {
  const format = formatOf(fields);
  if (format.isJson && value.type.name === 'bytea')
    return refuse('FORMAT JSON of bytea', format.location);
  if (format.encoding !== '') {
    return reject(
      'JSON ENCODING clause is only allowed for bytea input type',
      format.location,
      '42804',
    );
  }
  if (!format.isJson || isJson(value)) return false;
  return (
    isText(value) ||
    reject('cannot use non-string types with explicit FORMAT JSON clause', format.location, '42804')
  );
}

/** The type after RETURNING; undefined without RETURNING. `formats` allows FORMAT with any type. */
export function returnedType(fields: Fields, formats: boolean): TypeName | undefined {
  const output = fieldsOf(fields, 'output') ?? {};
  const written = fieldsOf(output, 'typeName');
  if (written === undefined) return undefined;
  const type = readTypeName(written);
  const { isJson: isFormatted, encoding, location } = formatOf(fieldsOf(output, 'returning'));
  const isPlain = ['json', 'jsonb', 'bytea'].includes(type.name) || isTextType(type.name);
  if (isFormatted && !formats && (!isPlain || type.isArray)) {
    reject('cannot use JSON format with non-string output types', location, '0A000');
  }
  if (encoding !== '' && type.name !== 'bytea') {
    reject('cannot set JSON encoding for non-bytea output types', location, '0A000');
  }
  if (encoding !== '' && encoding !== 'JS_ENC_UTF8')
    reject('unsupported JSON encoding', location, '0A000');
  if (type.name === 'record' || /^any/.test(type.name)) {
    reject('returning pseudo-types is not supported in SQL/JSON functions', location, '0A000');
  }
  return type;
}

/** Raises for FORMAT after RETURNING of JSON_VALUE and JSON_EXISTS. */
export function expectNoOutputFormat(fields: Fields, name: string): void {
  const { isJson: isFormatted, location } = formatOf(
    fieldsOf(fieldsOf(fields, 'output') ?? {}, 'returning'),
  );
  if (isFormatted)
    reject(`cannot specify FORMAT JSON in RETURNING clause of ${name}()`, location, '42601');
}

/** Raises if a text is longer than `type`; PostgreSQL truncates only in an explicit cast. */
export function fitLength(text: string, type: TypeName): string {
  const [length] = type.modifiers;
  if (length === undefined || (type.name !== 'varchar' && type.name !== 'bpchar')) return text;
  const shown = type.name === 'varchar' ? 'character varying' : 'character';
  const fitting = type.name === 'bpchar' ? `rpad(${text}, ${length}, ' ')` : text;
  return `CASE WHEN length(${text}) > ${length} THEN error('[22001] value too long for type ${shown}(${length})') ELSE ${fitting} END`;
}

/** A constructor's JSON text, converted to the returned type. */
export function asReturned(
  text: string,
  isBinary: boolean,
  type: TypeName | undefined,
  location: Location,
): Expr {
  if (type === undefined)
    return isBinary ? expr(`hotsql_jsonb_in(${text})`, 'jsonb') : expr(text, 'json');
  if (type.isArray) return refuse('an array after RETURNING', location);
  if (type.name === 'jsonb') return expr(`hotsql_jsonb_in(${text})`, 'jsonb');
  if (type.name === 'json') return expr(text, 'json');
  if (type.name === 'bytea') return expr(`encode(${text})`, 'bytea');
  if (isTextType(type.name)) return expr(fitLength(text, type), type.name);
  return reject(`cannot cast type json to ${type.name}`, location, '42846');
}

/**
 * True if values of the type are read from JSON text instead of from the content of a JSON string.
 */
export const isJsonType = ({ name, isArray }: TypeName): boolean =>
  !isArray && (name === 'json' || name === 'jsonb');
