/**
 * json_populate_record and related functions: objects of json as rows of a table or of a row's
 * type.
 */
import { quoteLiteral } from '../../../../kernel/quoting.ts';
import { refuse } from '../../read/refusal.ts';
import { type Expr, expr, isNull } from '../../resolve/expr.ts';
import { engineNames } from '../../resolve/namespace.ts';
import { recordOf } from '../../resolve/record-type.ts';
import type {
  Call,
  FunctionRows,
  Implementation,
  Implementations,
  RowFunction,
} from '../implementation.ts';
import { typeNameOf } from '../print-cast.ts';
import { memberAs } from '../print-record-function.ts';
import { fieldsOfRow } from '../row-value.ts';

interface Populated {
  readonly name: string;
  readonly value: Expr;
}

/**
 * The columns of the given row, each with the member of the object `json` of the same name, if
 * there is one.
 */
function populated(
  { printing, args: [base], location, name }: Call,
  json: string,
): readonly Populated[] {
  if (base === undefined || base.type.name !== 'record') {
    return refuse(
      `${name}() of a value that is no row`,
      location,
      "write NULL::a_table or a table's alias",
    );
  }
  const { fields } = base.type;
  if (fields === undefined) return refuse('a row whose columns are not known', location);
  const given = isNull(base) ? [] : fieldsOfRow(base, location);
  return fields.map((field, index) => {
    const member = `hotsql_json_member(${json}, ${quoteLiteral(field.name)})`;
    const value = memberAs(printing, member, typeNameOf(field.type, location));
    const own = given[index];
    const text =
      own === undefined
        ? value.text
        : `CASE WHEN ${member} IS NULL THEN ${own.expr.text} ELSE ${value.text} END`;
    return { name: field.name, value: expr(text, value.type) };
  });
}

const object = (json: string, { name }: Call) =>
  `hotsql_json_record(${json}, ${quoteLiteral(name)})`;

/** A null json returns the row unchanged. */
const populateRecord: Implementation = (call) => {
  const [base, json] = call.args;
  const columns = populated(call, '"j"');
  const type = recordOf(columns.map(({ name, value }) => ({ name, type: value.type })));
  const names = engineNames(columns.map(({ name }) => name)).map(quoteLiteral);
  const row = `{${columns.map(({ value }, index) => `${names[index]}: ${value.text}`).join(', ')}}`;
  const made = `list_transform([${object(json?.text ?? 'NULL', call)}], lambda "j": ${row})[1]`;
  const otherwise = base === undefined || isNull(base) ? `CAST(NULL AS ${type.engine})` : base.text;
  return expr(
    `CAST(CASE WHEN ${json?.text} IS NULL THEN ${otherwise} ELSE ${made} END AS ${type.engine})`,
    type,
  );
};

/** A list for each column, from the objects of an array. */
const populateRecords: RowFunction = (call): FunctionRows => {
  const objects = `hotsql_json_elements(${call.args[1]?.text}, ${quoteLiteral(call.name)})`;
  const [first, ...more] = populated(call, object('"j"', call)).map(({ name, value }) => ({
    name,
    type: value.type,
    list: `list_transform(${objects}, lambda "j": ${value.text})`,
  }));
  return first === undefined ? refuse('a row of no columns', call.location) : { ...first, more };
};

export const populateFunctions: Implementations<Implementation> = {
  'json_populate_record(anyelement,json,bool)': populateRecord,
  'jsonb_populate_record(anyelement,jsonb)': populateRecord,
};

export const populateRows: Implementations<RowFunction> = {
  'json_populate_recordset(anyelement,json,bool)': populateRecords,
  'jsonb_populate_recordset(anyelement,jsonb)': populateRecords,
};
