import { type Expr, expr } from './expr.ts';
import { refuse, reject } from './refusal.ts';
import { type Fields, openNode, textOf } from './tree.ts';

/** A parameter, with what stands for it where it is left out. */
type Parameter = readonly [name: string, otherwise?: Expr];

const zero: Expr = { ...expr('0', 'int4'), constant: { kind: 'number', value: '0' } };
const named = (names: string): readonly Parameter[] => names.split(' ').map((name) => [name]);
const optional = (names: string, otherwise: Expr): readonly Parameter[] =>
  names.split(' ').map((name) => [name, otherwise]);

const timestampParameters = named('year month mday hour min sec');

const no: Expr = { ...expr('false', 'bool'), constant: { kind: 'boolean', value: false } };
const yes: Expr = { ...expr('true', 'bool'), constant: { kind: 'boolean', value: true } };
const emptyObject: Expr = expr("'{}'", 'jsonb');
const pathParameters = [...named('target path'), ...optional('vars', emptyObject), ...optional('silent', no)];
const pathFunctions = ['exists', 'match', 'query', 'query_array', 'query_first'].flatMap((name) =>
  ['', '_tz'].map((zone) => [`jsonb_path_${name}${zone}`, pathParameters] as const),
);
const stripParameters = [...named('target'), ...optional('strip_in_arrays', no)];
const setParameters = [...named('jsonb_in path replacement'), ...optional('create_if_missing', yes)];

/** PostgreSQL's names of the parameters of functions that are called with them. */
const parameters: Readonly<Record<string, readonly Parameter[]>> = {
  make_date: named('year month day'),
  make_interval: optional('years months weeks days hours mins secs', zero),
  make_time: named('hour min sec'),
  make_timestamp: timestampParameters,
  make_timestamptz: [...timestampParameters, ['timezone']],
  ...Object.fromEntries(pathFunctions),
  json_strip_nulls: stripParameters,
  jsonb_strip_nulls: stripParameters,
  jsonb_set: setParameters,
  jsonb_set_lax: [
    ...setParameters,
    ...optional('null_value_treatment', {
      ...expr("'use_json_null'", 'text'),
      constant: { kind: 'text', value: 'use_json_null' },
    }),
  ],
  jsonb_insert: [...named('jsonb_in path replacement'), ...optional('insert_after', no)],
};

/** The arguments of a call in the order of its parameters: `f(1, days => 2)`. */
export function orderArguments(
  name: string,
  written: readonly unknown[],
  print: (node: unknown) => Expr,
  location: number | undefined,
): readonly Expr[] {
  const nodes = written.map((node) => ({ node, ...openNode(node) }));
  const first = nodes.findIndex(({ kind }) => kind === 'NamedArgExpr');
  if (first < 0) return written.map(print);
  const known = parameters[name] ?? refuse('named arguments of this function', location);
  const given = new Map<string, Fields>();
  for (const { kind, fields } of nodes.slice(first)) {
    if (kind !== 'NamedArgExpr') reject('positional argument cannot follow named argument', location);
    const parameter = textOf(fields, 'name');
    if (given.has(parameter)) reject(`argument name '${parameter}' used more than once`, location);
    const place = known.findIndex(([candidate]) => candidate === parameter);
    if (place < first) reject(`function ${name} has no parameter '${parameter}' here`, location, '42883');
    given.set(parameter, fields);
  }
  const last = known.findLastIndex(([parameter]) => given.has(parameter));
  const rest = known.slice(first, last + 1).map(([parameter, otherwise]) => {
    const fields = given.get(parameter);
    if (fields !== undefined) return print(fields.arg);
    return otherwise ?? reject(`function ${name} needs the argument '${parameter}'`, location, '42883');
  });
  return [...nodes.slice(0, first).map(({ node }) => print(node)), ...rest];
}
