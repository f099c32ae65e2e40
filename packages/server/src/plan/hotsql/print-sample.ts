import { quoteIdentifier } from '../../kernel/quoting.ts';
import { type Expr, isNull } from './expr.ts';
import type { Printing } from './printing.ts';
import { refuse, reject } from './refusal.ts';
import type { FromItem, Scope } from './scope.ts';
import { expectFields, type Fields, fieldSet, listOf, locationOf, nameList, openNode } from './tree.ts';

const sampleFields = fieldSet('relation', 'method', 'args', 'repeatable');

/** The table that a TABLESAMPLE is of. */
export function sampledTable(sample: Fields): Fields {
  const { kind, fields } = openNode(sample.relation);
  if (kind === 'RangeVar') return fields;
  return reject('TABLESAMPLE clause can only be applied to tables', locationOf(sample), '42809');
}

/** `t TABLESAMPLE BERNOULLI (p)`: each row with that chance. Which rows SYSTEM or a seed chooses is PostgreSQL's own. */
export function printSample(printing: Printing, sample: Fields, table: FromItem, lateral: Scope): FromItem {
  expectFields('TABLESAMPLE', sample, sampleFields);
  const location = locationOf(sample);
  const method = nameList(sample, 'method').at(-1) ?? '';
  if (method !== 'bernoulli' && method !== 'system') {
    return reject(`tablesample method ${method} does not exist`, location, '42704');
  }
  const [arg, ...more] = listOf(sample, 'args');
  if (arg === undefined || more.length > 0) {
    return reject(`tablesample method ${method} requires 1 argument`, location, '2202H');
  }
  if (sample.repeatable !== undefined && isNull(printing.expression(sample.repeatable, lateral))) {
    reject('TABLESAMPLE REPEATABLE parameter cannot be null', location, '2202G');
  }
  const percent = percentOf(printing.expression(arg, lateral), location);
  if (percent === 100) return table;
  if (percent > 0 && method === 'system') refuse('TABLESAMPLE SYSTEM', location, 'use BERNOULLI');
  if (percent > 0 && sample.repeatable !== undefined) refuse('TABLESAMPLE ... REPEATABLE', location);
  const alias = table.engineAliases.map(quoteIdentifier).join('');
  const chance = percent === 0 ? 'false' : `random() < ${percent / 100}`;
  return { ...table, render: () => `(SELECT * FROM ${table.render()} WHERE ${chance}) AS ${alias}` };
}

function percentOf(value: Expr, location: number | undefined): number {
  if (isNull(value)) return reject('TABLESAMPLE parameter cannot be null', location, '2202H');
  const { constant } = value;
  if (constant?.kind !== 'number' && constant?.kind !== 'text') {
    return refuse('a percentage of TABLESAMPLE that is no literal', location);
  }
  const percent = Number(constant.value);
  if (percent >= 0 && percent <= 100) return percent;
  return reject('sample percentage must be between 0 and 100', location, '2202H');
}
