import { reject } from '../read/refusal.ts';
import { type Fields, openNode, textOf } from '../read/tree.ts';
import { namedArguments } from './catalog/postgres-catalog.ts';
import { type Expr, expr } from './expr.ts';
import { unknownType } from './type.ts';

/**
 * A call's arguments in the order of the parameters: `f(1, days => 2)`. Omitted arguments before a
 * given one have their defaults.
 */
export function orderArguments(
  name: string,
  written: readonly unknown[],
  print: (node: unknown) => Expr,
  location: number | undefined,
): readonly Expr[] {
  const nodes = written.map((node) => ({ node, ...openNode(node) }));
  const first = nodes.findIndex(({ kind }) => kind === 'NamedArgExpr');
  if (first < 0) return written.map(print);
  const given = new Map<string, Fields>();
  for (const { kind, fields } of nodes.slice(first)) {
    if (kind !== 'NamedArgExpr')
      reject('positional argument cannot follow named argument', location);
    const parameter = textOf(fields, 'name');
    if (given.has(parameter)) reject(`argument name '${parameter}' used more than once`, location);
    given.set(parameter, fields);
  }
  const lists = namedArguments(name)
    .map((parameters) => parameters.slice(first))
    .filter((parameters) => {
      const isTaken = (parameter: string) => parameters.some((own) => own.name === parameter);
      const isWhole = parameters.every((own) => own.otherwise !== undefined || given.has(own.name));
      return isWhole && [...given.keys()].every(isTaken);
    })
    .sort((one, other) => one.length - other.length);
  const [parameters] = lists;
  if (parameters === undefined) {
    const names = [...given.keys()].map((parameter) => `${parameter} => ...`).join(', ');
    return reject(`function ${name}(${names}) does not exist`, location, '42883');
  }
  const last = parameters.findLastIndex((own) => given.has(own.name));
  const rest = parameters.slice(0, last + 1).map((own) => {
    const fields = given.get(own.name);
    return fields === undefined ? defaultValue(own.otherwise ?? '') : print(fields.arg);
  });
  return [...nodes.slice(0, first).map(({ node }) => print(node)), ...rest];
}

/** A default in the catalog's notation: `true`, `0`, `'{}'`. */
function defaultValue(text: string): Expr {
  if (text.startsWith("'")) {
    return { text, type: unknownType, constant: { kind: 'text', value: text.slice(1, -1) } };
  }
  if (text === 'true' || text === 'false') {
    return { ...expr(text, 'bool'), constant: { kind: 'boolean', value: text === 'true' } };
  }
  if (text.includes('.'))
    return { ...expr(text, 'float8'), constant: { kind: 'number', value: text } };
  return { ...expr(text, 'int4'), constant: { kind: 'number', value: text } };
}
