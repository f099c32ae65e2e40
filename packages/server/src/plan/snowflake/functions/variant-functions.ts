import { quoteLiteral } from '../../../kernel/quoting.ts';
import { checkCount, type Rule, type Rules, refuseModifiers, scalar } from '../call.ts';
import type { Printing } from '../printing.ts';
import { integerValue, openNode, refuse, stringValue } from '../tree.ts';

/** A value as JSON. */
export function asVariant(printing: Printing, node: unknown): string {
  if (printing.variants.isVariant(node)) return printing.any(node);
  return openNode(node).kind === 'null' ? 'CAST(NULL AS JSON)' : `to_json(${printing.any(node)})`;
}

/** The JSON text of a VARIANT without the quotes of a string: the result of its cast to VARCHAR. */
export function variantText(printing: Printing, node: unknown): string {
  return `json_extract_string(${printing.any(node)}, '$')`;
}

/**
 * `a.b[0]`, `["a b"]` as DuckDB's JSON path. A quoted key after a dot arrives without its quotes,
 * so `parse.ts` refuses such a key.
 */
export function jsonPath(path: string): string {
  let printed = '$';
  let rest = path;
  while (rest !== '') {
    const match = /^\.?([\p{L}_][\p{L}\p{N}_$]*)|^\[(\d{1,9})\]|^\["([^"\\]*)"\]/u.exec(rest);
    if (match === null)
      return refuse(
        `the path '${path.slice(0, 60)}'`,
        "write v['key'] for keys that are no plain names",
      );
    printed += match[2] === undefined ? `."${match[1] ?? match[3]}"` : `[${match[2]}]`;
    rest = rest.slice(match[0].length);
  }
  return quoteLiteral(printed);
}

/** `x[0]`, `x['key']`, GET(x, ...): the base may be a column of type JSON. */
export function element(printing: Printing, base: unknown, index: unknown): string {
  const position = integerValue(index);
  const key = stringValue(index);
  const printed = `CAST(${printing.any(base)} AS JSON)`;
  if (position !== undefined && position >= 0) return `json_extract(${printed}, '$[${position}]')`;
  if (key === undefined || key.includes('"') || key.includes('\\'))
    return refuse('this subscript', 'a whole number or a key in quotes is known');
  return `json_extract(${printed}, ${quoteLiteral(`$."${key}"`)})`;
}

const objectOf =
  (keepsNulls: boolean): Rule =>
  (call, printing) => {
    refuseModifiers(call);
    if (call.args.length % 2 === 1)
      refuse(`${call.name.toUpperCase()} of a star or of a key without a value`);
    const keys: string[] = [];
    const values: string[] = [];
    const literal = new Set<string>();
    for (let at = 0; at < call.args.length; at += 2) {
      const key = stringValue(call.args[at]);
      if (key !== undefined && literal.has(key)) refuse(`the key '${key.slice(0, 60)}' twice`);
      if (key !== undefined) literal.add(key);
      keys.push(printing.value(call.args[at]));
      values.push(asVariant(printing, call.args[at + 1]));
    }
    if (keepsNulls)
      return `json_object(${keys.flatMap((key, index) => [key, values[index] ?? '']).join(', ')})`;
    return printing.macro(
      'object',
      `[${keys.join(', ')}]::VARCHAR[]`,
      `[${values.map((value) => `CAST(${value} AS VARCHAR)`).join(', ')}]::VARCHAR[]`,
    );
  };

const onVariant =
  (name: string): Rule =>
  (call, printing) => {
    checkCount(call, 1);
    refuseModifiers(call);
    return printing.macro(name, `CAST(${printing.any(call.args[0])} AS JSON)`);
  };

export const variantFunctions: Rules = {
  array_construct: (call, printing) => {
    refuseModifiers(call);
    return call.args.length === 0
      ? `CAST('[]' AS JSON)`
      : `json_array(${call.args.map((arg) => asVariant(printing, arg)).join(', ')})`;
  },
  array_contains: (call, printing) => {
    checkCount(call, 2);
    refuseModifiers(call);
    return printing.macro(
      'array_contains',
      asVariant(printing, call.args[0]),
      printing.any(call.args[1]),
    );
  },
  array_size: onVariant('array_size'),
  array_to_string: (call, printing) => {
    checkCount(call, 2);
    refuseModifiers(call);
    return printing.macro(
      'array_to_string',
      printing.any(call.args[0]),
      printing.value(call.args[1]),
    );
  },
  get: (call, printing) => {
    checkCount(call, 2);
    refuseModifiers(call);
    return element(printing, call.args[0], call.args[1]);
  },
  get_path: (call, printing) => {
    checkCount(call, 2);
    refuseModifiers(call);
    const path = stringValue(call.args[1]);
    if (path === undefined) return refuse('a computed path');
    return `json_extract(CAST(${printing.any(call.args[0])} AS JSON), ${jsonPath(path)})`;
  },
  is_null_value: (call, printing) => {
    checkCount(call, 1);
    refuseModifiers(call);
    return `(json_type(${printing.any(call.args[0])}) = 'NULL')`;
  },
  object_construct: objectOf(false),
  object_construct_keep_null: objectOf(true),
  object_keys: onVariant('object_keys'),
  parse_json: scalar(1, (text) => `CAST(json(${text}) AS JSON)`),
  split: scalar(2, (text, separator) => `to_json(string_split(${text}, ${separator}))`),
  to_json: (call, printing) => {
    checkCount(call, 1);
    refuseModifiers(call);
    if (!printing.variants.isVariant(call.args[0]))
      refuse('TO_JSON of another value than a VARIANT');
    return `CAST(${printing.any(call.args[0])} AS VARCHAR)`;
  },
  to_variant: (call, printing) => {
    checkCount(call, 1);
    refuseModifiers(call);
    return asVariant(printing, call.args[0]);
  },
  try_parse_json: scalar(
    1,
    (text) => `CASE WHEN json_valid(${text}) THEN CAST(${text} AS JSON) END`,
  ),
  typeof: onVariant('typeof'),
};
