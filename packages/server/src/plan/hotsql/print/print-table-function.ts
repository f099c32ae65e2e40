import { type Alias, readAlias } from '../read/alias.ts';
import { outputName } from '../read/output-name.ts';
import { refuse, reject } from '../read/refusal.ts';
import {
  expectFields,
  type Fields,
  fieldSet,
  fieldsOf,
  flagOf,
  listOf,
  locationOf,
  nameList,
  openNode,
} from '../read/tree.ts';
import { functionsNamed } from '../resolve/catalog/postgres-catalog.ts';
import { resolveFunction } from '../resolve/catalog/resolve.ts';
import { exactText } from '../resolve/exact-numeric.ts';
import { type Expr, integerConstant, isNull } from '../resolve/expr.ts';
import { orderArguments } from '../resolve/named-arguments.ts';
import type { FromItem, Namespace } from '../resolve/namespace.ts';
import { isMultirange, rangeInMultirange } from '../resolve/range-types.ts';
import {
  decimalOf,
  decimalType,
  elementOf,
  exactType,
  isArray,
  isEngineType,
  isVarying,
  showType,
  type Type,
  typeNamed,
  typeOfEngine,
} from '../resolve/type.ts';
import { applySignature } from './apply-call.ts';
import { rowImplementations } from './functions/all-functions.ts';
import { rowFunctions } from './functions/row-functions.ts';
import { flattened } from './functions/wide-arrays.ts';
import { fill, functionKey } from './implementation.ts';
import { printRecordFunction, recordSource } from './print-record-function.ts';
import type { Printing } from './printing.ts';
import { relationItem } from './relation-item.ts';
import { fieldsOfRow } from './row-value.ts';

const functionFields = fieldSet(
  'lateral',
  'ordinality',
  'is_rowsfrom',
  'functions',
  'alias',
  'coldeflist',
);
const rowFunctionFields = fieldSet('funcname', 'args', 'funcformat');

/** The rows of a set-returning function as a list, and also as a SELECT if no list is needed. */
export interface RowSource {
  readonly list: string;
  readonly type: Type;
  /** The column's name, if the function defines one regardless of an alias. */
  readonly name?: string;
  /** Columns after the first. */
  readonly more?: readonly { readonly name: string; readonly type: Type; readonly list: string }[];
  /** A list of ten million rows takes 16 times the CPU. */
  readonly select?: string;
}

/**
 * Functions in FROM in parallel. As in PostgreSQL, the column of a single function has the name of
 * its alias.
 */
export function printTableFunction(printing: Printing, item: Fields, lateral: Namespace): FromItem {
  expectFields('a function in FROM', item, functionFields);
  const location = locationOf(item);
  const written = listOf(item, 'functions').map((one) => listOf(openNode(one).fields, 'items'));
  const calls = written.map(([call]) => call ?? refuse('this function in FROM', location));
  const alias = readAlias(fieldsOf(item, 'alias'));
  if (item.coldeflist !== undefined) {
    const { fields } = openNode(calls[0]);
    return printRecordFunction(
      printing,
      nameList(fields, 'funcname').at(-1) ?? '',
      fields,
      item,
      lateral,
    );
  }
  const names = calls.map(outputName);
  const sources = calls.map((call, index) =>
    printSource(printing, call, definitionsOf(written[index]?.[1]), lateral),
  );
  const name = alias?.name ?? names[0] ?? '';
  const columns = sources.flatMap(({ type, list, more = [], ...own }, index) => {
    const first = calls.length === 1 ? name : (names[index] ?? '');
    return [{ name: own.name ?? first, type, list }, ...more];
  });
  return asRelation(
    printing,
    columns,
    sources,
    name,
    flagOf(item, 'ordinality'),
    alias,
    lateral,
    location,
  );
}

/** The column definitions after a call in ROWS FROM. */
const definitionsOf = (list: unknown): readonly unknown[] =>
  typeof list === 'object' && list !== null && 'List' in list
    ? listOf(openNode(list).fields, 'items')
    : [];

/** Any function may stand in FROM: a scalar function gives one row. */
function printSource(
  printing: Printing,
  call: unknown,
  definitions: readonly unknown[],
  lateral: Namespace,
): RowSource {
  const { kind, fields } = openNode(call);
  const name = kind === 'FuncCall' ? (nameList(fields, 'funcname').at(-1) ?? '') : '';
  const location = locationOf(fields);
  const [defined, ...others] =
    definitions.length === 0 ? [] : recordSource(printing, name, fields, definitions, lateral);
  if (defined !== undefined) return { ...defined, more: others };
  const isSet = functionsNamed(name).some(({ returnsSet }) => returnsSet);
  const before = lateral.clause;
  lateral.clause = 'functions in FROM';
  const printed = isSet
    ? printRowSource(printing, name, fields, lateral)
    : printing.expression(call, lateral);
  lateral.clause = before;
  return 'list' in printed ? printed : oneRow(printed, location);
}

/** A function that returns a row has the row's columns. */
function oneRow(value: Expr, location: number | undefined): RowSource {
  if (value.type.name !== 'record') return { list: `[${value.text}]`, type: value.type };
  const [first, ...more] = fieldsOfRow(value, location).map((field) => ({
    name: field.name,
    // DuckDB gives no type to a null computed during planning.
    list:
      field.expr.type.engine === ''
        ? `[${field.expr.text}]`
        : `CAST([${field.expr.text}] AS ${field.expr.type.engine}[])`,
    type: field.expr.type,
  }));
  return first === undefined
    ? refuse('a function that gives an empty row', location)
    : { ...first, more };
}

type SourceColumn = NonNullable<RowSource['more']>[number];

function asRelation(
  printing: Printing,
  sourceColumns: readonly SourceColumn[],
  sources: readonly RowSource[],
  name: string,
  ordinality: boolean,
  alias: Alias | undefined,
  lateral: Namespace,
  location: number | undefined,
): FromItem {
  const lists = sourceColumns.map(({ list }) => list);
  // DuckDB does not support WITH ORDINALITY on these functions inside a subquery; lists preserve
  // order.
  const numbered = lists.map((_list, index) => `unnest("l${index}")`);
  const lengths = lists.map((_list, index) => `len("l${index}")`).join(', ');
  const select = sources.length === 1 ? sources[0]?.select : undefined;
  const body = ordinality
    ? `SELECT ${numbered.join(', ')}, unnest(range(1, greatest(${lengths}) + 1)) FROM (SELECT ${lists.map((list, index) => `${list} AS "l${index}"`).join(', ')})`
    : (select ?? `SELECT ${lists.map((list) => `unnest(${list})`).join(', ')}`);
  const ordinal = ordinality ? [{ name: 'ordinality', type: typeNamed('int8') }] : [];
  const columns = [...sourceColumns, ...ordinal].map((column) => ({
    name: column.name,
    type: column.type,
    isLiteralInteger: false,
  }));
  const parts = {
    text: `(${body})`,
    name,
    qualifiers: [],
    columns,
    isTable: false,
    isLateral: true,
    isOneValue: columns.length === 1,
  };
  return relationItem(printing, parts, { name, columns: alias?.columns ?? [] }, lateral, location);
}

/** The rows of a call of generate_series or unnest. */
export function printRowSource(
  printing: Printing,
  name: string,
  call: Fields,
  namespace: Namespace,
): RowSource {
  expectFields(`${name}()`, call, rowFunctionFields);
  const location = locationOf(call);
  const args = orderArguments(
    name,
    listOf(call, 'args'),
    (node) => printing.expression(node, namespace),
    location,
  );
  if (name === 'generate_series') return printSeries(printing, args, location);
  if (name === 'unnest') return printUnnests(args, location);
  return printRowFunction(printing, name, args, location);
}

/** Several arrays advance in parallel; shorter ones are filled with nulls. */
function printUnnests(arrays: readonly Expr[], location: number | undefined): RowSource {
  const [first, ...more] = arrays.map((array) => printUnnest(array, location));
  if (first === undefined) return reject('function unnest() does not exist', location, '42883');
  return more.length === 0
    ? first
    : {
        ...first,
        name: 'unnest',
        more: more.map(({ list, type }) => ({ name: 'unnest', list, type })),
      };
}

/** Any other function that gives rows, by resolved signature. */
function printRowFunction(
  printing: Printing,
  name: string,
  given: readonly Expr[],
  location: number | undefined,
): RowSource {
  const shown = `${name}(${given.map(({ type }) => showType(type)).join(', ')})`;
  const resolution = resolveFunction(
    functionsNamed(name),
    given.map(({ type }) => type.name),
  );
  if (resolution.kind !== 'found') {
    return reject(
      `function ${shown} ${resolution.kind === 'none' ? 'does not exist' : 'is not unique'}`,
      location,
      '42883',
    );
  }
  const call = applySignature(printing, resolution.candidate, given, location);
  const key = functionKey(name, call.signature.args);
  const template = rowImplementations.get(key);
  if (template !== undefined) return { list: fill(template, call.args), type: call.result };
  const rows = rowFunctions.get(key);
  if (rows === undefined) return refuse(`${shown} as a source of rows`, location);
  return rows({ printing, name, ...call, location });
}

function printUnnest(array: Expr, location: number | undefined): RowSource {
  if (isEngineType(array.type)) {
    const element = /^(.*)\[\]$/s.exec(array.type.engine)?.[1];
    return {
      list: array.text,
      type: element === undefined ? typeNamed('engine') : typeOfEngine(element),
    };
  }
  if (isMultirange(array.type.name)) {
    const list = `hotsql_multirange_ranges('${array.type.name}', ${array.text})`;
    return { list, type: typeNamed(rangeInMultirange(array.type.name) ?? '') };
  }
  if (!isArray(array.type))
    return reject(`function unnest(${showType(array.type)}) does not exist`, location, '42883');
  const elements = flattened(array);
  return { list: elements.text, type: elementOf(elements.type) };
}

function printSeries(
  printing: Printing,
  given: readonly Expr[],
  location: number | undefined,
): RowSource {
  const resolution = resolveFunction(
    functionsNamed('generate_series'),
    given.map(({ type }) => type.name),
  );
  if (resolution.kind !== 'found') {
    const shown = given.map(({ type }) => showType(type)).join(', ');
    const state = resolution.kind === 'none' ? 'does not exist' : 'is not unique';
    return reject(`function generate_series(${shown}) ${state}`, location, '42883');
  }
  const { args, result } = applySignature(printing, resolution.candidate, given, location);
  if (result.name.startsWith('timestamp'))
    return { list: printMomentSeries(printing, args, result.name), type: result };
  const [from, to, step] = args;
  if (result.name === 'numeric') return printNumericSeries(printing, args);
  // A step of zero raises when rows are produced; a branch that never runs produces none.
  const isConstant =
    args.every((arg) => integerConstant(arg) !== undefined) &&
    (step === undefined || integerConstant(step) !== 0);
  const steps = step && (isConstant ? step.text : printing.macro('step', step.text));
  const call = `generate_series(${[from?.text, to?.text, steps].filter((arg) => arg !== undefined).join(', ')})`;
  if (!result.name.startsWith('int')) return { list: call, type: result };
  const list = result.name === 'int4' ? `CAST(${call} AS INTEGER[])` : call;
  // DuckDB's table function accepts constants, and returns BIGINT.
  if (!isConstant) return { list, type: result };
  return {
    list,
    type: result,
    select: `SELECT CAST(generate_series AS ${result.engine}) FROM ${call}`,
  };
}

/** With a zone, the step's days are calendar days of the zone. */
function printMomentSeries(printing: Printing, args: readonly Expr[], type: string): string {
  const [from, to, step, zone] = args.map(({ text }) => text);
  const rows = `hotsql_${type}_series`;
  if (zone !== undefined) return `${rows}_in_zone(${[from, to, step, zone].join(', ')})`;
  return printing.macro(
    'moment_series',
    from ?? '',
    to ?? '',
    step ?? '',
    `${rows}(${[from, to, step].join(', ')})`,
  );
}

function printExactSeries(printing: Printing, args: readonly Expr[]): RowSource {
  printing.expectExact();
  const [from, to, step = '1'] = args.map(exactText);
  return {
    list: `hotsql_numeric_series(${from}, ${to}, CAST(${step} AS VARCHAR))`,
    type: exactType,
  };
}

/** Numerics of one scale become whole numbers, in units of the last decimal. */
function printNumericSeries(printing: Printing, args: readonly Expr[]): RowSource {
  const held = args
    .filter((arg) => !isNull(arg))
    .map(({ type }) => (isVarying(type) ? undefined : decimalOf(type)));
  const scale = Math.max(0, ...held.map((decimal) => decimal?.scale ?? 0));
  const isOneScale = held.every((decimal) => decimal?.scale === scale);
  if (held.includes(undefined) || scale > 18 || (printing.isExact && !isOneScale))
    return printExactSeries(printing, args);
  const inPlaces = (text: string) =>
    `CAST(replace(CAST(CAST(${text} AS DECIMAL(38,${scale})) AS VARCHAR), '.', '') AS BIGINT)`;
  const [from = '1', to = '1', step = '1'] = args.map(({ text }) => text);
  const series = `generate_series(${inPlaces(from)}, ${inPlaces(to)}, ${printing.macro('step', inPlaces(step))})`;
  const type = decimalType(20 + scale, scale);
  const unit = scale === 0 ? '1' : `0.${'1'.padStart(scale, '0')}`;
  return {
    list: `list_transform(${series}, lambda "v": CAST(CAST("v" AS DECIMAL(19,0)) * ${unit} AS ${type.engine}))`,
    type,
  };
}
