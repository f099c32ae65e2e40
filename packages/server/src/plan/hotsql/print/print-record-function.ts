import { quoteLiteral } from '../../../kernel/quoting.ts';
import { readAlias } from '../read/alias.ts';
import { refuse, reject } from '../read/refusal.ts';
import { type Fields, fieldsOf, listOf, locationOf, openNode, textOf } from '../read/tree.ts';
import { type Expr, expr } from '../resolve/expr.ts';
import type { FromItem, Namespace } from '../resolve/namespace.ts';
import { typeNamed } from '../resolve/type.ts';
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

/** `json_to_record(j) AS t(a integer, b text)`: JSON objects as rows of the columns that the alias defines. */
export function printRecordFunction(
  printing: Printing,
  name: string,
  call: Fields,
  item: Fields,
  lateral: Namespace,
): FromItem {
  const location = locationOf(call);
  const known = functions[name];
  const [arg, ...more] = listOf(call, 'args');
  if (known === undefined || more.length > 0) return refuse(`a column definition list for ${name}()`, location);
  if (arg === undefined) return reject(`function ${name}() does not exist`, location, '42883');
  const json = coerce(printing, printing.expression(arg, lateral), known.type, 'i', location).text;
  const checked = (text: string) => `hotsql_json_record(${text}, ${quoteLiteral(name)})`;
  const rows = known.isSet
    ? `list_transform(hotsql_json_elements(${json}, ${quoteLiteral(name)}), lambda "v": ${checked('"v"')})`
    : `CASE WHEN ${json} IS NOT NULL THEN [${checked(json)}] ELSE [CAST(NULL AS VARCHAR)] END`;
  const definitions = listOf(item, 'coldeflist').map((definition) => openNode(definition).fields);
  const values = definitions.map((definition) => recordValue(printing, definition));
  const columns = definitions.map((definition, index) => ({
    name: textOf(definition, 'colname'),
    type: values[index]?.type ?? typeNamed('text'),
    isLiteralInteger: false,
  }));
  const body = `(SELECT ${values.map(({ text }) => text).join(', ')} FROM (SELECT unnest(${rows}) AS "r"))`;
  const parts = { text: body, name, qualifiers: [], columns, isTable: false, isLateral: true };
  const alias = readAlias(fieldsOf(item, 'alias'))?.name ?? name;
  return relationItem(printing, parts, { name: alias, columns: [] }, lateral, location);
}

/** A column of the alias's list, from the object `r`. */
function recordValue(printing: Printing, definition: Fields): Expr {
  const written = readTypeName(fieldsOf(definition, 'typeName') ?? {});
  // `_int4` is another name of `int4[]`.
  const type = written.name.startsWith('_') ? { ...written, name: written.name.slice(1), isArray: true } : written;
  return memberAs(printing, `hotsql_json_member("r", ${quoteLiteral(textOf(definition, 'colname'))})`, type);
}

/** A member as its column's type reads it: an array from a JSON array, anything else from the member's text. */
export function memberAs(printing: Printing, member: string, type: TypeName): Expr {
  const scalar = (text: string) =>
    castToType(printing, expr(`hotsql_json_text(${text})`, 'text'), { ...type, isArray: false });
  if (type.isArray) {
    const element = scalar('"v"');
    const list = `list_transform(hotsql_json_array_of(nullif(${member}, 'null')), lambda "v": ${element.text})`;
    return expr(list, { name: `_${element.type.name}`, engine: `${element.type.engine}[]` });
  }
  if (type.name !== 'json' && type.name !== 'jsonb') return scalar(member);
  // Members keep the text that they have; jsonb shows its normal form.
  return expr(
    type.name === 'jsonb' ? `hotsql_jsonb_in(nullif(${member}, 'null'))` : `nullif(${member}, 'null')`,
    type.name,
  );
}
