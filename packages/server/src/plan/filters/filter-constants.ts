import type { Constant, Filter } from './filter.ts';

/** The constants of a filter in the text's notation; '' for constants of other types. */
export function constantsOf(filter: Filter): readonly string[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.parts.flatMap(constantsOf);
    case 'compare':
      return [filter.operator === '=' ? written(filter.constant) : ''];
    case 'in':
      return filter.constants.map(written);
    default:
      return [];
  }
}

/** The filter with replaced constants; keys and values of `others` are in the text's notation. */
export function withConstants(filter: Filter, others: ReadonlyMap<string, string>): Filter {
  const other = (constant: Constant) => read(others.get(written(constant))) ?? constant;
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { ...filter, parts: filter.parts.map((part) => withConstants(part, others)) };
    case 'compare':
      return filter.operator === '=' ? { ...filter, constant: other(filter.constant) } : filter;
    case 'in':
      return { ...filter, constants: filter.constants.map(other) };
    default:
      return filter;
  }
}

/** '' for anything but an integer or a string without quotes. */
function written(constant: Constant): string {
  if (constant.type === 'exact' && constant.scale === 0) return constant.unscaled;
  const isPlain = constant.type === 'text' && constant.isLiteral && !constant.text.includes("'");
  return isPlain ? `'${constant.text}'` : '';
}

function read(text: string | undefined): Constant | undefined {
  if (text === undefined) return undefined;
  return text.startsWith("'")
    ? { type: 'text', text: text.slice(1, -1), isLiteral: true }
    : { type: 'exact', unscaled: text, scale: 0 };
}
