import { quoteLiteral } from '../../../kernel/quoting.ts';
import { readAlias } from '../read/alias.ts';
import { refuse, reject } from '../read/refusal.ts';
import {
  type Fields,
  fieldsOf,
  flagOf,
  listOf,
  locationOf,
  openNode,
  textOf,
} from '../read/tree.ts';
import { type Expr, expr } from '../resolve/expr.ts';
import type { FromItem, Namespace } from '../resolve/namespace.ts';
import { showType, type Type, typeNamed } from '../resolve/type.ts';
import { coerce } from './coerce.ts';
import { castToType, readTypeName, type TypeName } from './print-cast.ts';
import type { Printing } from './printing.ts';
import { relationItem } from './relation-item.ts';

const functions: Readonly<Record<string, { readonly type: string; readonly isSet: boolean }>> = {
  json_to_record: { type: 'json', isSet: false },
  jsonb_to_record: { type: 'jsonb', isSet: false },
  json_to_recordset: { type: 'json', isSet: true },
  jsonb_to_recordset: { type: 'jsonb', isSet: true },
};

/**
 * `json_to_record(j) AS t(a integer, b text)`: JSON objects as rows of the columns in the alias.
 */
export function printRecordFunction(
  printing: Printing,
  name: string,
  call: Fields,
  item: Fields,
  lateral: Namespace,
): FromItem {
  const location = locationOf(call);
  if (flagOf(item, 'ordinality')) {
    reject('WITH ORDINALITY cannot be used with a column definition list', location, '42601');
  }
  const rows = recordRows(printing, name, call, lateral);
  const values = definedColumns(printing, listOf(item, 'coldeflist'));
  const columns = values.map((column) => ({
    name: column.name,
    type: column.value.type,
    isLiteralInteger: false,
  }));
  const body = `(SELECT ${values.map(({ value }) => value.text).join(', ')} FROM (SELECT unnest(${rows}) AS "r"))`;
  const parts = { text: body, name, qualifiers: [], columns, isTable: false, isLateral: true };
  const alias = readAlias(fieldsOf(item, 'alias'))?.name ?? name;
  return relationItem(printing, parts, { name: alias, columns: [] }, lateral, location);
}

/**
 * Like `printRecordFunction`, inside ROWS FROM, where the list of columns follows the call: a list
 * of values for each column.
 */
export function recordSource(
  printing: Printing,
  name: string,
  call: Fields,
  definitions: readonly unknown[],
  lateral: Namespace,
): readonly { readonly name: string; readonly type: Type; readonly list: string }[] {
  const rows = recordRows(printing, name, call, lateral);
  return definedColumns(printing, definitions).map((column) => ({
    name: column.name,
    type: column.value.type,
    list: `list_transform(${rows}, lambda "r": ${column.value.text})`,
  }));
}

/** The JSON objects of a call, as a list of texts. */
function recordRows(printing: Printing, name: string, call: Fields, lateral: Namespace): string {
  const location = locationOf(call);
  const known = functions[name];
  const [arg, ...more] = listOf(call, 'args');
  if (known === undefined || more.length > 0)
    return refuse(`a column definition list for ${name}()`, location);
  if (arg === undefined) return reject(`function ${name}() does not exist`, location, '42883');
  const json = coerce(printing, printing.expression(arg, lateral), known.type, 'i', location).text;
  const checked = (text: string) => `hotsql_json_record(${text}, ${quoteLiteral(name)})`;
  return known.isSet
    ? `list_transform(hotsql_json_elements(${json}, ${quoteLiteral(name)}), lambda "v": ${checked('"v"')})`
    : `CASE WHEN ${json} IS NOT NULL THEN [${checked(json)}] ELSE [CAST(NULL AS VARCHAR)] END`;
}

function definedColumns(
  printing: Printing,
  definitions: readonly unknown[],
): readonly { readonly name: string; readonly value: Expr }[] {
  return definitions.map((definition) => {
    const { fields } = openNode(definition);
    return { name: textOf(fields, 'colname'), value: recordValue(printing, fields) };
  });
}

/** A column of the alias's list, from the object `r`. */
function recordValue(printing: Printing, definition: Fields): Expr {
  const written = readTypeName(fieldsOf(definition, 'typeName') ?? {});
  // `_int4` is another name of `int4[]`.
  const type = written.name.startsWith('_')
    ? { ...written, name: written.name.slice(1), isArray: true }
    : written;
  return memberAs(
    printing,
    `hotsql_json_member("r", ${quoteLiteral(textOf(definition, 'colname'))})`,
    type,
  );
}

/**
 * A member read as its column's type: an array from a JSON array, any other type from the member's
 * text.
 */
export function memberAs(printing: Printing, member: string, type: TypeName): Expr {
  const scalar = (text: string) =>
    castToType(printing, expr(fitted(`hotsql_json_text(${text})`, type), 'text'), {
      ...type,
      isArray: false,
    });
  if (type.isArray) {
    const element = scalar('"v"');
    const list = `list_transform(hotsql_json_array_of(nullif(${member}, 'null')), lambda "v": ${element.text})`;
    // A string is the text of an array.
    const written = castToType(printing, expr(`hotsql_json_text(${member})`, 'text'), type);
    const text = `CASE WHEN starts_with(${member}, '"') THEN ${written.text} ELSE ${list} END`;
    return expr(text, { name: `_${element.type.name}`, engine: `${element.type.engine}[]` });
  }
  if (type.name !== 'json' && type.name !== 'jsonb') return scalar(member);
  // Members of type json have the original text; members of type jsonb the normal form.
  return expr(
    type.name === 'jsonb'
      ? `hotsql_jsonb_in(nullif(${member}, 'null'))`
      : `nullif(${member}, 'null')`,
    type.name,
  );
}

/** A text that fits the length of the type; trailing blanks do not count. */
function fitted(text: string, { name, modifiers: [length] }: TypeName): string {
  if (length === undefined || (name !== 'varchar' && name !== 'bpchar')) return text;
  const tooLong = `error('[22001] value too long for type ${showType(typeNamed(name))}(${length})')`;
  return `CASE WHEN length(rtrim(${text}, ' ')) > ${length} THEN ${tooLong} ELSE ${text} END`;
}
