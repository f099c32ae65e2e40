import { quoteIdentifier } from '../../kernel/quoting.ts';
import { type Alias, readAlias } from './alias.ts';
import { applySignature } from './apply-call.ts';
import { functionsNamed } from './catalog/postgres-catalog.ts';
import { resolveFunction } from './catalog/resolve.ts';
import { type Expr, expr, integerConstant } from './expr.ts';
import { rowImplementations } from './functions/all-functions.ts';
import { rowFunctions } from './functions/row-functions.ts';
import { fill, functionKey } from './implementation.ts';
import { printRecordFunction } from './print-record-function.ts';
import type { Printing } from './printing.ts';
import { refuse, reject } from './refusal.ts';
import { engineNames, type FromItem, qualified, type Scope } from './scope.ts';
import {
  describeKind,
  expectFields,
  type Fields,
  fieldSet,
  fieldsOf,
  flagOf,
  listOf,
  locationOf,
  nameList,
  openNode,
} from './tree.ts';
import { elementOf, isArray, isEngineType, showType, type Type, typeNamed, typeOfEngine } from './type.ts';

const functionFields = fieldSet('lateral', 'ordinality', 'functions', 'alias', 'coldeflist');
const rowFunctionFields = fieldSet('funcname', 'args', 'funcformat');

/** What a set-returning function gives: a list of its rows, and the same rows as a SELECT where that needs no list. */
export interface RowSource {
  readonly list: string;
  readonly type: Type;
  /** The name of the column where the function has one of its own, whatever its alias. */
  readonly name?: string;
  /** Columns after the first. */
  readonly more?: readonly { readonly name: string; readonly type: Type; readonly list: string }[];
  /** Ten million rows in a list take 16 times the CPU. */
  readonly select?: string;
}

/** Set-returning functions in FROM; the column of a function is named after its alias, as in PostgreSQL. */
export function printTableFunction(printing: Printing, item: Fields, lateral: Scope): FromItem {
  expectFields('a function in FROM', item, functionFields);
  const location = locationOf(item);
  const functions = listOf(item, 'functions');
  const [only] = functions;
  if (functions.length !== 1 || only === undefined) refuse('ROWS FROM', location, 'join the functions instead');
  const [call] = listOf(openNode(only).fields, 'items');
  if (call === undefined) refuse('this function in FROM', location);
  const { kind, fields } = openNode(call);
  const name = kind === 'FuncCall' ? (nameList(fields, 'funcname').at(-1) ?? '') : describeKind(kind);
  if (item.coldeflist !== undefined) return printRecordFunction(printing, name, fields, item, lateral);
  const rows = printRowSource(printing, name, fields, lateral);
  return asRelation(printing, rows, name, flagOf(item, 'ordinality'), readAlias(fieldsOf(item, 'alias')), lateral);
}

function asRelation(
  printing: Printing,
  rows: RowSource,
  functionName: string,
  ordinality: boolean,
  alias: Alias | undefined,
  lateral: Scope,
): FromItem {
  const name = alias?.name ?? functionName;
  const engineAlias = lateral.hasEngineAlias(name) ? printing.freshName(name) : name;
  const { more = [] } = rows;
  const own = [rows.name ?? name, ...more.map((column) => column.name), ...(ordinality ? ['ordinality'] : [])];
  const names = own.map((column, index) => alias?.columns[index] ?? column);
  const inEngine = engineNames(names);
  const lists = [rows.list, ...more.map(({ list }) => list)];
  // DuckDB has no WITH ORDINALITY on these functions inside a subquery; the lists keep their order.
  const numbered = lists.map((_list, index) => `unnest("l${index}")`);
  const lengths = lists.map((_list, index) => `len("l${index}")`).join(', ');
  const body = ordinality
    ? `SELECT ${numbered.join(', ')}, unnest(range(1, greatest(${lengths}) + 1)) FROM (SELECT ${lists.map((list, index) => `${list} AS "l${index}"`).join(', ')})`
    : (rows.select ?? `SELECT ${lists.map((list) => `unnest(${list})`).join(', ')}`);
  const types = [rows.type, ...more.map(({ type }) => type), typeNamed('int8')];
  const columns = names.map((column, index) => ({
    name: column,
    expr: expr(qualified(engineAlias, inEngine[index] ?? column), types[index] ?? rows.type),
  }));
  const text = `LATERAL (${body}) AS ${quoteIdentifier(engineAlias)}(${inEngine.map(quoteIdentifier).join(', ')})`;
  // A function of one column is that column where its alias is used as a value.
  const whole = own.length === 1 ? columns[0]?.expr : undefined;
  return { text, columns, relations: [{ name, qualifiers: [], engineAlias, columns, ...(whole ? { whole } : {}) }] };
}

/** The rows of a call of generate_series or unnest. */
export function printRowSource(printing: Printing, name: string, call: Fields, scope: Scope): RowSource {
  expectFields(`${name}()`, call, rowFunctionFields);
  const location = locationOf(call);
  const before = scope.clause;
  scope.clause = before === 'select list' ? before : 'functions in FROM';
  const args = listOf(call, 'args').map((arg) => printing.expression(arg, scope));
  scope.clause = before;
  if (name === 'generate_series') return printSeries(printing, args, location);
  if (name === 'unnest') return printUnnests(args, location);
  return printRowFunction(printing, name, args, location);
}

/** Several arrays advance together; the shorter are filled with nulls. */
function printUnnests(arrays: readonly Expr[], location: number | undefined): RowSource {
  const [first, ...more] = arrays.map((array) => printUnnest(array, location));
  if (first === undefined) return reject('function unnest() does not exist', location, '42883');
  return more.length === 0 ? first : { ...first, more: more.map(({ list, type }) => ({ name: 'unnest', list, type })) };
}

/** Any other function that gives rows, by its resolved signature. */
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
    return { list: array.text, type: element === undefined ? typeNamed('engine') : typeOfEngine(element) };
  }
  if (!isArray(array.type)) return reject(`function unnest(${showType(array.type)}) does not exist`, location, '42883');
  return { list: array.text, type: elementOf(array.type) };
}

function printSeries(printing: Printing, given: readonly Expr[], location: number | undefined): RowSource {
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
  if (args.length > 3) return refuse('generate_series() with a time zone', location);
  const [from, to, step] = args;
  if (step !== undefined && integerConstant(step) === 0) reject('step size cannot equal zero', location, '22023');
  const isConstant = args.every((arg) => integerConstant(arg) !== undefined);
  const steps = step && (isConstant ? step.text : printing.macro('step', step.text));
  const call = `generate_series(${[from?.text, to?.text, steps].filter((arg) => arg !== undefined).join(', ')})`;
  if (result.name === 'numeric')
    return refuse('generate_series() of numerics', location, 'multiply a series of integers');
  if (!result.name.startsWith('int')) return { list: call, type: result };
  const list = result.name === 'int4' ? `CAST(${call} AS INTEGER[])` : call;
  // DuckDB's table function takes constants; it gives BIGINT.
  if (!isConstant) return { list, type: result };
  return { list, type: result, select: `SELECT CAST(generate_series AS ${result.engine}) FROM ${call}` };
}
