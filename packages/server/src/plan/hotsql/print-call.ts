import { quoteIdentifier } from '../../kernel/quoting.ts';
import { duckdbOnlyFunction } from '../duckdb/function-lists.ts';
import { nearestName } from '../nearest-name.ts';
import { type Call, callRules, type FunctionRule, ruleNames } from './function-rules.ts';
import { printSortClause, printWindow } from './print-window.ts';
import type { Printing } from './printing.ts';
import { refuse, reject } from './refusal.ts';
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
  textOf,
} from './tree.ts';

const callFields = fieldSet(
  'funcname',
  'args',
  'agg_order',
  'agg_filter',
  'over',
  'agg_within_group',
  'agg_star',
  'agg_distinct',
  'func_variadic',
  'funcformat',
);

/** A function, aggregate or window call: by the table of verified functions, else one that only DuckDB has. */
export function printCall(printing: Printing, fields: Fields): string {
  expectFields('a function call', fields, callFields);
  const location = locationOf(fields);
  const names = nameList(fields, 'funcname');
  const name = names.at(-1) ?? '';
  if (names.length > 1 && names[0] !== 'pg_catalog') refuse(`the function '${names.join('.')}'`, location);
  if (flagOf(fields, 'func_variadic')) refuse('VARIADIC', location);
  const rule = callRules.get(name);
  if (rule !== undefined) return printVerified(printing, fields, name, rule);
  const own = duckdbOnlyFunction(name);
  if (own === undefined) return unknownFunction(name, location);
  const args = flagOf(fields, 'agg_star') ? '*' : printArguments(printing, fields);
  if (own === 'scalar') {
    expectPlain(name, fields);
    return `${quoteIdentifier(name)}(${args})`;
  }
  return printAggregate(printing, fields, name, args);
}

function unknownFunction(name: string, location: number | undefined): never {
  if (/^st_/.test(name)) refuse(`geospatial functions ('${name}')`, location);
  const nearest = nearestName(name, ruleNames());
  return reject(
    `function '${name}' is not available${nearest === undefined ? '' : `; did you mean '${nearest}'?`}`,
    location,
  );
}

/** Arguments of a function that PostgreSQL does not have; DuckDB's named ones (`struct_pack(a := 1)`) are fine. */
function printArguments(printing: Printing, fields: Fields): string {
  const args = listOf(fields, 'args').map((arg) => {
    const { kind, fields: named } = openNode(arg);
    return kind === 'NamedArgExpr'
      ? `${quoteIdentifier(textOf(named, 'name'))} := ${printing.expression(named.arg)}`
      : printing.expression(arg);
  });
  return args.join(', ');
}

function printVerified(printing: Printing, fields: Fields, name: string, rule: FunctionRule): string {
  const args = listOf(fields, 'args');
  const [least, most] = rule.arity;
  const star = flagOf(fields, 'agg_star');
  const count = flagOf(fields, 'agg_within_group') ? args.length + listOf(fields, 'agg_order').length : args.length;
  if ((count < least || count > most) && !(star && name === 'count')) {
    refuse(`${name}() with ${count} argument${count === 1 ? '' : 's'}`, locationOf(fields));
  }
  const call: Call = { printing, name, args, fields, location: locationOf(fields) };
  if (rule.kind === 'scalar') {
    expectPlain(name, fields);
    return rule.print(call);
  }
  if (rule.kind === 'window' && fields.over === undefined) {
    reject(`window function '${name}' needs an OVER clause`, locationOf(fields));
  }
  if (flagOf(fields, 'agg_within_group') !== (rule.withinGroup === true)) {
    refuse(`${name}() ${rule.withinGroup === true ? 'without' : 'with'} WITHIN GROUP`, locationOf(fields));
  }
  const wrap = rule.wrap ?? ((_call: Call, text: string) => text);
  return wrap(call, printAggregate(printing, fields, rule.spelling ?? name, star ? '' : rule.print(call)));
}

function expectPlain(name: string, fields: Fields): void {
  const location = locationOf(fields);
  for (const part of ['agg_order', 'agg_filter', 'over', 'agg_star', 'agg_distinct', 'agg_within_group'] as const) {
    if (fields[part] !== undefined) reject(`'${name}' is no aggregate or window function`, location);
  }
}

function printAggregate(printing: Printing, fields: Fields, name: string, args: string): string {
  const withinGroup = flagOf(fields, 'agg_within_group');
  const order = printSortClause(printing, listOf(fields, 'agg_order'), 'inner');
  const distinct = flagOf(fields, 'agg_distinct') ? 'DISTINCT ' : '';
  const inner = `${distinct}${args}${withinGroup || order === '' ? '' : ` ${order}`}`;
  const filter = fields.agg_filter === undefined ? '' : ` FILTER (WHERE ${printing.expression(fields.agg_filter)})`;
  return `${quoteIdentifier(name)}(${inner})${withinGroup ? ` WITHIN GROUP (${order})` : ''}${filter}${printOver(printing, fields)}`;
}

function printOver(printing: Printing, fields: Fields): string {
  const over = fieldsOf(fields, 'over');
  if (over === undefined) return '';
  const name = textOf(over, 'name');
  return ` OVER ${name === '' ? printWindow(printing, over) : quoteIdentifier(name)}`;
}
