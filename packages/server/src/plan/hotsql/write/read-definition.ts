import type {
  CheckConstraint,
  ColumnDefinition,
  ColumnType,
  IdentityColumn,
  KeyConstraint,
  TableDefinition,
} from '../../statements/write-statement.ts';
import { readTypeName } from '../print/print-cast.ts';
import { refuse, reject } from '../read/refusal.ts';
import {
  type Fields,
  fieldsOf,
  listOf,
  nameList,
  openNode,
  stringValue,
  textOf,
} from '../read/tree.ts';
import { defaultText, parenthesizedText } from './expression-text.ts';

/** The text that a statement was parsed from, and where its byte offsets lie in it. */
export interface StatementText {
  readonly sql: string;
  /** The UTF-16 offset of a byte offset of the parser. */
  offsetAt(byteOffset: number): number;
}

/** The parts of CREATE TABLE. Constraints of columns become those of the table. */
export function readDefinition(text: StatementText, create: Fields): TableDefinition {
  const columns: ColumnDefinition[] = [];
  const keys: KeyConstraint[] = [];
  const checks: CheckConstraint[] = [];
  const table = textOf(fieldsOf(create, 'relation') ?? {}, 'relname');
  for (const element of listOf(create, 'tableElts')) {
    const { kind, fields } = openNode(element);
    if (kind === 'ColumnDef') {
      const read = readColumn(text, fields, table);
      columns.push(read.column);
      keys.push(...read.keys);
      checks.push(...read.checks);
    } else if (kind === 'Constraint') addConstraint(text, fields, { table, keys, checks });
    else refuse('LIKE in CREATE TABLE', undefined, 'write the columns, or CREATE TABLE ... AS');
  }
  const names = new Set<string>();
  for (const { name } of columns) {
    if (names.has(name)) reject(`column '${name}' specified more than once`, undefined, '42701');
    names.add(name);
  }
  for (const name of keys.flatMap((key) => key.columns))
    if (!names.has(name))
      reject(`column '${name}' named in key does not exist`, undefined, '42703');
  if (keys.filter(({ isPrimary }) => isPrimary).length > 1)
    reject(`multiple primary keys for table '${table}' are not allowed`, undefined, '42P16');
  const primary = new Set(keys.find(({ isPrimary }) => isPrimary)?.columns);
  return {
    columns: columns.map((column) =>
      primary.has(column.name) ? { ...column, isNotNull: true } : column,
    ),
    keys,
    checks,
    options: readOptions(create),
  };
}

/** A column, with the constraints that are written beside it. */
export function readColumn(
  text: StatementText,
  fields: Fields,
  table: string,
): {
  readonly column: ColumnDefinition;
  readonly keys: readonly KeyConstraint[];
  readonly checks: readonly CheckConstraint[];
} {
  const name = textOf(fields, 'colname');
  const written = fieldsOf(fields, 'typeName') ?? {};
  const serial = serialTypes[nameList(written, 'names').at(-1) ?? ''];
  const type =
    serial === undefined ? columnType(written) : { name: serial, modifiers: [], isArray: false };
  const keys: KeyConstraint[] = [];
  const checks: CheckConstraint[] = [];
  let isNotNull = serial !== undefined;
  let defaultExpression: string | null = null;
  let generated: string | null = null;
  let identity: IdentityColumn | null = serial === undefined ? null : usualIdentity;
  for (const item of listOf(fields, 'constraints')) {
    const { fields: constraint } = openNode(item);
    const kind = textOf(constraint, 'contype');
    const at = text.offsetAt(typeof constraint.location === 'number' ? constraint.location : 0);
    switch (kind) {
      case 'CONSTR_NULL':
        break;
      case 'CONSTR_NOTNULL':
        isNotNull = true;
        break;
      case 'CONSTR_DEFAULT':
        if (defaultExpression !== null)
          reject(
            `multiple default values specified for column '${name}' of table '${table}'`,
            undefined,
            '42601',
          );
        defaultExpression = defaultText(text.sql, at);
        break;
      case 'CONSTR_GENERATED':
        if (textOf(constraint, 'generated_kind') === 'v')
          refuse('GENERATED ALWAYS AS ... VIRTUAL', undefined, 'write STORED');
        generated = parenthesizedText(text.sql, at);
        break;
      case 'CONSTR_IDENTITY':
        identity = readIdentity(constraint);
        isNotNull = true;
        break;
      default:
        addConstraint(text, constraint, { table, keys, checks, column: name });
    }
  }
  const column = { name, type, isNotNull, default: defaultExpression, generated, identity };
  return { column, keys, checks };
}

const usualIdentity: IdentityColumn = { isAlways: false, start: 1, increment: 1 };

/** A serial is an integer that counts by itself. */
const serialTypes: Readonly<Record<string, string>> = {
  smallserial: 'int2',
  serial2: 'int2',
  serial: 'int4',
  serial4: 'int4',
  bigserial: 'int8',
  serial8: 'int8',
};

export function columnType(written: Fields): ColumnType {
  const { name, modifiers, isArray } = readTypeName(written);
  const names = nameList(written, 'names');
  const isBareChar = name === 'bpchar' && names.length > 1 && modifiers.length === 0;
  return { name, modifiers: isBareChar ? [1] : modifiers, isArray };
}

function readIdentity(constraint: Fields): IdentityColumn {
  const options = new Map(
    listOf(constraint, 'options').map((item) => {
      const { fields } = openNode(item);
      const value =
        fieldsOf(openNode(fields.arg ?? { Integer: {} }).fields, 'ival') ??
        openNode(fields.arg ?? { Integer: {} }).fields;
      return [textOf(fields, 'defname'), Number(value.ival ?? 0)] as const;
    }),
  );
  for (const name of options.keys())
    if (name !== 'start' && name !== 'increment')
      refuse(
        `the option '${name}' of an identity column`,
        undefined,
        'START and INCREMENT are known',
      );
  return {
    isAlways: textOf(constraint, 'generated_when') === 'a',
    start: options.get('start') ?? 1,
    increment: options.get('increment') ?? 1,
  };
}

interface Constraints {
  readonly table: string;
  readonly keys: KeyConstraint[];
  readonly checks: CheckConstraint[];
  /** Of a constraint that is written beside a column. */
  readonly column?: string;
}

function addConstraint(
  text: StatementText,
  constraint: Fields,
  { table, keys, checks, column }: Constraints,
): void {
  const named = textOf(constraint, 'conname') || null;
  const columns =
    column === undefined
      ? listOf(constraint, 'keys').map((key) => stringValue(key) ?? '')
      : [column];
  switch (textOf(constraint, 'contype')) {
    case 'CONSTR_PRIMARY':
      keys.push({ name: named ?? `${table}_pkey`, columns, isPrimary: true });
      break;
    case 'CONSTR_UNIQUE':
      keys.push({ name: named ?? `${table}_${columns.join('_')}_key`, columns, isPrimary: false });
      break;
    case 'CONSTR_CHECK': {
      const at = text.offsetAt(typeof constraint.location === 'number' ? constraint.location : 0);
      const usual = [table, ...(column === undefined ? [] : [column]), 'check'].join('_');
      const taken = checks.filter(({ name }) => name.startsWith(usual)).length;
      const name = named ?? (taken === 0 ? usual : `${usual}${taken}`);
      checks.push({ name, condition: parenthesizedText(text.sql, at) });
      break;
    }
    case 'CONSTR_FOREIGN':
      if (constraint.is_enforced === true)
        refuse('a foreign key that is enforced', undefined, 'write NOT ENFORCED behind it');
      break;
    default:
      refuse('this constraint', undefined, 'PRIMARY KEY, UNIQUE, CHECK and NOT NULL are known');
  }
}

/** The options of WITH as texts. */
function readOptions(create: Fields): Readonly<Record<string, string>> {
  const options: Record<string, string> = {};
  for (const item of listOf(create, 'options')) {
    const { fields } = openNode(item);
    const name = textOf(fields, 'defname');
    if (name !== 'partition_by' && name !== 'sorted_by')
      refuse(`the table option '${name}'`, undefined, 'partition_by and sorted_by are known');
    const { kind, fields: value } = openNode(fields.arg ?? { String: {} });
    options[name] = kind === 'String' ? textOf(value, 'sval') : nameList(value, 'names').join('.');
  }
  return options;
}
