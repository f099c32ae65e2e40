import { type Call, checkCount, type Rule, type Rules, refuseModifiers } from '../call.ts';
import type { Printing } from '../printing.ts';
import { openNode } from '../tree.ts';
import { asVariant } from './variant-functions.ts';

/** Functions of arrays: JSON arrays in DuckDB, whose elements the macros compare. */

const array = (printing: Printing, node: unknown) => `CAST(${printing.any(node)} AS JSON)`;
/** An element to add: SQL's null is an element of its own. */
const added = (printing: Printing, node: unknown) =>
  openNode(node).kind === 'null'
    ? "CAST('null' AS JSON)"
    : `coalesce(${asVariant(printing, node)}, CAST('null' AS JSON))`;
const whole = (printing: Printing, node: unknown) =>
  printing.macro('to_integer', printing.value(node));

type Print = (printing: Printing, node: unknown) => string;

/** A macro of the function's name, with arguments printed by kind. */
const byMacro =
  (...prints: readonly Print[]): Rule =>
  (call: Call, printing) => {
    checkCount(call, prints.length);
    refuseModifiers(call);
    const args = prints.map((print, index) => print(printing, call.args[index]));
    return printing.macro(call.name, ...args);
  };

const constructCompact: Rule = (call, printing) => {
  refuseModifiers(call);
  if (call.args.length === 0) return "CAST('[]' AS JSON)";
  const items = call.args.map((arg) => asVariant(printing, arg)).join(', ');
  return printing.macro('array_compact', `json_array(${items})`);
};

const generateRange: Rule = (call, printing) => {
  checkCount(call, 2, 3);
  refuseModifiers(call);
  const [from, to, step = '1'] = call.args.map((arg) => whole(printing, arg));
  return printing.macro('array_generate_range', from ?? '', to ?? '', step);
};

export const arrayFunctions: Rules = {
  array_append: byMacro(array, added),
  array_cat: byMacro(array, array),
  array_compact: byMacro(array),
  array_construct_compact: constructCompact,
  array_distinct: byMacro(array),
  array_except: byMacro(array, array),
  array_flatten: byMacro(array),
  array_generate_range: generateRange,
  array_insert: byMacro(array, whole, added),
  array_intersection: byMacro(array, array),
  array_position: byMacro(asVariant, array),
  array_prepend: byMacro(array, added),
  array_remove_at: byMacro(array, whole),
  array_reverse: byMacro(array),
  array_slice: byMacro(array, whole, whole),
  arrays_overlap: byMacro(array, array),
};
