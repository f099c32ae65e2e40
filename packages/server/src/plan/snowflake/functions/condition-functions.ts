import { checkCount, type Rule, type Rules, refuseModifiers, scalar } from '../call.ts';
import { openNode, refuse } from '../tree.ts';

/** NULL if any argument is NULL; DuckDB ignores nulls. */
const strictest = (name: string): Rule =>
  scalar(
    1,
    (...args) =>
      `CASE WHEN ${args.map((arg) => `(${arg}) IS NULL`).join(' OR ')} THEN NULL ELSE ${name}(${args.join(', ')}) END`,
    100,
  );

const isNull = (node: unknown) => openNode(node).kind === 'null';

/** Arguments of any type, VARIANT included. */
const passing =
  (least: number, most: number, template: (...args: string[]) => string): Rule =>
  (call, printing) => {
    checkCount(call, least, most);
    refuseModifiers(call);
    const kinds = new Set(
      call.args.filter((arg) => !isNull(arg)).map((arg) => printing.variants.isVariant(arg)),
    );
    const typed =
      call.name === 'iff' || call.name === 'nvl2'
        ? call.args.slice(1).filter((arg) => !isNull(arg))
        : [];
    const mixed =
      typed.length > 0
        ? new Set(typed.map((arg) => printing.variants.isVariant(arg))).size > 1
        : kinds.size > 1;
    if (mixed)
      refuse(`VARIANT and other values together in ${call.name.toUpperCase()}`, 'cast the VARIANT');
    return template(...call.args.map((arg) => printing.any(arg)));
  };

/** DECODE compares nulls as equal. */
const decode: Rule = (call, printing) => {
  checkCount(call, 3, 255);
  refuseModifiers(call);
  const [subject, ...rest] = call.args.map((arg) => printing.value(arg));
  const whens: string[] = [];
  for (let at = 0; at + 1 < rest.length; at += 2)
    whens.push(`WHEN (${subject}) IS NOT DISTINCT FROM ${rest[at]} THEN ${rest[at + 1]}`);
  return `CASE ${whens.join(' ')}${rest.length % 2 === 1 ? ` ELSE ${rest.at(-1)}` : ''} END`;
};

export const conditionFunctions: Rules = {
  booland: scalar(2, (a, b) => `(CAST(${a} AS BOOLEAN) AND CAST(${b} AS BOOLEAN))`),
  boolnot: scalar(1, (a) => `(NOT CAST(${a} AS BOOLEAN))`),
  boolor: scalar(2, (a, b) => `(CAST(${a} AS BOOLEAN) OR CAST(${b} AS BOOLEAN))`),
  boolxor: scalar(2, (a, b) => `(CAST(${a} AS BOOLEAN) <> CAST(${b} AS BOOLEAN))`),
  coalesce: passing(1, 1000, (...args) => `coalesce(${args.join(', ')})`),
  decode,
  equal_null: scalar(2, (a, b) => `(${a} IS NOT DISTINCT FROM ${b})`),
  greatest: strictest('greatest'),
  greatest_ignore_nulls: scalar(1, (...args) => `greatest(${args.join(', ')})`, 100),
  iff: passing(3, 3, (when, yes, no) => `CASE WHEN ${when} THEN ${yes} ELSE ${no} END`),
  ifnull: passing(2, 2, (a, b) => `coalesce(${a}, ${b})`),
  least: strictest('least'),
  least_ignore_nulls: scalar(1, (...args) => `least(${args.join(', ')})`, 100),
  nullif: scalar(2, (a, b) => `nullif(${a}, ${b})`),
  nullifzero: scalar(1, (a) => `nullif(${a}, 0)`),
  nvl: passing(2, 2, (a, b) => `coalesce(${a}, ${b})`),
  nvl2: passing(3, 3, (a, b, c) => `CASE WHEN (${a}) IS NOT NULL THEN ${b} ELSE ${c} END`),
  zeroifnull: scalar(1, (a) => `coalesce(${a}, 0)`),
};
