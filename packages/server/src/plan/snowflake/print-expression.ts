import { quoteLiteral } from '../../kernel/quoting.ts';
import { likeText } from '../like-text.ts';
import { type Call, type Rule, readCall } from './call.ts';
import { aggregateFunctions, countRule } from './functions/aggregate-functions.ts';
import { arrayFunctions } from './functions/array-functions.ts';
import { conditionFunctions } from './functions/condition-functions.ts';
import { dateFunctions, difference, lastDay, shifted } from './functions/date-functions.ts';
import { datePart, extraction } from './functions/date-parts.ts';
import {
  division,
  numberFunctions,
  operand,
  operandAsWritten,
  remainder,
} from './functions/number-functions.ts';
import { serviceRules } from './functions/service-functions.ts';
import { concatenation, textFunctions } from './functions/text-functions.ts';
import {
  asVariant,
  element,
  jsonPath,
  variantFunctions,
  variantText,
} from './functions/variant-functions.ts';
import { ownName } from './own-name.ts';
import { castTo, printCast, printToNumber } from './print-cast.ts';
import { printName, printOrder, printOver } from './print-window.ts';
import type { Printing } from './printing.ts';
import {
  expectFields,
  type Fields,
  integerValue,
  isNode,
  listOf,
  openNode,
  present,
  refuse,
  stringValue,
} from './tree.ts';

const rules: ReadonlyMap<string, Rule> = new Map(
  Object.entries({
    ...textFunctions,
    ...numberFunctions,
    ...serviceRules,
    ...conditionFunctions,
    ...dateFunctions,
    ...aggregateFunctions,
    ...variantFunctions,
    ...arrayFunctions,
  }),
);

export const snowflakeFunctions = (): readonly string[] =>
  [...rules.keys(), 'count', 'to_number', 'to_double', 'to_boolean'].sort();

type Printer = (printing: Printing, fields: Fields) => string;

const binary =
  (operator: string, side: (printing: Printing, node: unknown) => string): Printer =>
  (printing, fields) => {
    expectFields(`'${operator}'`, fields, 'left', 'right');
    return `(${side(printing, fields.left)} ${operator} ${side(printing, fields.right)})`;
  };

const arithmetic = (operator: string) => binary(operator, operand);

/** A date can be added only to an INTEGER, and a sum of two literals fits only a BIGINT. */
const sum = (operator: string): Printer => {
  const widened = arithmetic(operator);
  const asWritten = binary(operator, operandAsWritten);
  return (printing, fields) =>
    integerValue(fields.left) !== undefined && integerValue(fields.right) !== undefined
      ? widened(printing, fields)
      : asWritten(printing, fields);
};

const logical = (operator: string) => binary(operator, (printing, node) => printing.value(node));

/** A VARIANT compared with text is compared by its text. */
function comparison(operator: string): Printer {
  return (printing, fields) => {
    expectFields(`'${operator}'`, fields, 'left', 'right');
    const { left, right } = fields;
    const side = (node: unknown, other: unknown) =>
      printing.variants.isVariant(node) && stringValue(other) !== undefined
        ? variantText(printing, node)
        : printing.value(node);
    return `(${side(left, right)} ${operator} ${side(right, left)})`;
  };
}

const pattern =
  (operator: 'LIKE' | 'ILIKE'): Printer =>
  (printing, fields) => {
    expectFields(operator, fields, 'left', 'right', 'escape', 'quantifier');
    const subject = printing.variants.isVariant(fields.left)
      ? variantText(printing, fields.left)
      : printing.value(fields.left);
    const taker = present(fields.escape) ? stringValue(fields.escape) : '';
    if (taker === undefined || [...taker].length > 1)
      return refuse('an ESCAPE that is no single character');
    const one = (node: unknown) => {
      const like = { value: subject, pattern: printing.value(node), written: stringValue(node) };
      return likeText({ ...like, taker, keyword: operator });
    };
    if (!present(fields.quantifier)) return one(fields.right);
    const { kind, fields: list } = openNode(fields.right);
    if (kind !== 'tuple' && kind !== 'paren')
      return refuse(`${operator} ${String(fields.quantifier)} of a subquery`);
    const patterns = kind === 'tuple' ? listOf(list, 'expressions') : [list.this];
    return `(${patterns.map(one).join(fields.quantifier === 'ALL' ? ' AND ' : ' OR ')})`;
  };

const printIn: Printer = (printing, fields) => {
  expectFields('IN', fields, 'this', 'expressions', 'query', 'not');
  const not = fields.not === true ? ' NOT' : '';
  const items = listOf(fields, 'expressions');
  const isText = items.length > 0 && items.every((item) => stringValue(item) !== undefined);
  const subject =
    isText && printing.variants.isVariant(fields.this)
      ? variantText(printing, fields.this)
      : printing.value(fields.this);
  if (present(fields.query)) return `(${subject}${not} IN (${printing.query(fields.query)}))`;
  if (items.length === 0) return refuse('IN of nothing');
  return `(${subject}${not} IN (${items.map((item) => printing.value(item)).join(', ')}))`;
};

const printCase: Printer = (printing, fields) => {
  expectFields('CASE', fields, 'operand', 'whens', 'else_');
  const whens = listOf(fields, 'whens').map((when) => {
    if (!Array.isArray(when) || when.length !== 2) return refuse('this CASE');
    return `WHEN ${printing.value(when[0])} THEN ${printing.any(when[1])}`;
  });
  const results = [
    ...listOf(fields, 'whens').map((when) => (Array.isArray(when) ? when[1] : undefined)),
    fields.else_,
  ]
    .filter(isNode)
    .filter((node) => openNode(node).kind !== 'null');
  if (new Set(results.map((node) => printing.variants.isVariant(node))).size > 1)
    refuse('VARIANT and other values together in CASE', 'cast the VARIANT');
  const operandText = present(fields.operand) ? ` ${printing.value(fields.operand)}` : '';
  const otherwise = present(fields.else_) ? ` ELSE ${printing.any(fields.else_)}` : '';
  return `CASE${operandText} ${whens.join(' ')}${otherwise} END`;
};

const printLiteral: Printer = (printing, fields) => {
  expectFields('a literal', fields, 'literal_type', 'value');
  const value = String(fields.value);
  switch (fields.literal_type) {
    case 'number':
      if (!/^(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(value))
        return refuse(`the number '${value.slice(0, 40)}'`);
      if (/[eE]/.test(value)) return `CAST(${value} AS DOUBLE)`;
      return value.endsWith('.') ? value.slice(0, -1) : value;
    case 'string':
    case 'dollar_string':
      if (value.includes('\0')) return refuse('a NUL character in text');
      return quoteLiteral(value);
    case 'date':
      return `CAST(${quoteLiteral(value)} AS DATE)`;
    case 'timestamp':
      return printing.macro('to_timestamp', quoteLiteral(value));
    case 'time':
      return `CAST(${quoteLiteral(value)} AS TIME)`;
    default:
      return refuse(`a ${String(fields.literal_type).replaceAll('_', ' ')}`);
  }
};

const printColumn: Printer = (_printing, fields) => {
  expectFields('a column', fields, 'name', 'table');
  return present(fields.table)
    ? `${printName(fields.table)}.${printName(fields.name)}`
    : printName(fields.name);
};

/** `schema.table.column` and deeper. */
const printDot: Printer = (printing, fields) => {
  expectFields('a name', fields, 'this', 'field');
  const { kind } = openNode(fields.this);
  if (kind !== 'dot' && kind !== 'column') return refuse('a field of an expression');
  return `${printing.any(fields.this)}.${printName(fields.field)}`;
};

/** `interval '1 day, 2 hours'`; a date plus calendar parts remains a date. */
function addInterval(printing: Printing, moment: unknown, interval: Fields, sign: 1 | -1): string {
  expectFields('INTERVAL', interval, 'this', 'unit');
  const text = stringValue(interval.this);
  if (text === undefined) return refuse('this INTERVAL');
  const unit = present(interval.unit)
    ? refuse('INTERVAL with a unit after it', "write INTERVAL '1 day'")
    : text;
  let sum = printing.moment(moment);
  for (const piece of unit.split(',')) {
    const match = /^\s*([+-]?\d{1,9})\s*([a-z]+)\s*$/i.exec(piece);
    if (match === null) return refuse(`the interval '${text.slice(0, 60)}'`);
    sum = shifted(printing, sum, datePart(match[2]), String(sign * Number(match[1])));
  }
  return sum;
}

const additive =
  (operator: '+' | '-'): Printer =>
  (printing, fields) => {
    const right = isNode(fields.right) ? openNode(fields.right) : refuse('this sum');
    if (right.kind !== 'interval') return sum(operator)(printing, fields);
    return addInterval(printing, fields.left, right.fields, operator === '+' ? 1 : -1);
  };

function withinGroup(
  printing: Printing,
  fields: Fields,
): { call: Call; text: (over: string, overHasOrder: boolean) => string } {
  expectFields('WITHIN GROUP', fields, 'this', 'order_by');
  const items = listOf(fields, 'order_by');
  const call = readCall(fields.this) ?? refuse('WITHIN GROUP here');
  const within = { text: printOrder(printing, items), items };
  return {
    call,
    text: (over, overHasOrder) => printCall(printing, { ...call, within, over, overHasOrder }),
  };
}

const printWindow: Printer = (printing, fields) => {
  expectFields('a window function', fields, 'this', 'over');
  const { kind, fields: inner } = openNode(fields.this);
  if (kind === 'within_group') {
    const { call, text } = withinGroup(printing, inner);
    const over = printOver(printing, fields.over, call.name);
    return text(over.text, over.hasOrder);
  }
  if (kind === 'count') {
    const over = printOver(printing, fields.over, 'count');
    return printCount(printing, inner, over.text, over.hasOrder);
  }
  const call = readCall(fields.this) ?? refuse('OVER here');
  const over = printOver(printing, fields.over, call.name);
  return printCall(printing, { ...call, over: over.text, overHasOrder: over.hasOrder });
};

function printCount(
  printing: Printing,
  fields: Fields,
  over: string,
  overHasOrder: boolean,
): string {
  expectFields('COUNT', fields, 'this', 'star', 'distinct');
  if (fields.star === true)
    return fields.distinct === true ? refuse('COUNT(DISTINCT *)') : `count(*)${over}`;
  const call = {
    name: 'count',
    args: [fields.this],
    distinct: fields.distinct === true,
    ignoreNulls: false,
    within: undefined,
  };
  return countRule({ ...call, over, overHasOrder }, printing);
}

function printCall(printing: Printing, call: Call): string {
  if (/^seq[1248]$/.test(call.name)) {
    if (!printing.hasGenerator || call.args.length > 0 || call.over !== '')
      refuse(
        `${call.name.toUpperCase()} here`,
        'it counts the rows of TABLE(GENERATOR(ROWCOUNT => n))',
      );
    return `${ownName('generator')}."seq"`;
  }
  const conversion = /^(?:to_)(double|boolean)$/.exec(call.name);
  if (conversion !== null && call.args.length === 1 && call.over === '')
    return castTo(printing, call.args[0], conversion[1] === 'double' ? 'DOUBLE' : 'BOOLEAN', false);
  const rule = rules.get(call.name);
  return rule === undefined
    ? refuse(`the function ${call.name.toUpperCase().slice(0, 60)}`)
    : rule(call, printing);
}

const unary =
  (what: string, template: (printed: string) => string): Printer =>
  (printing, fields) => {
    expectFields(what, fields, 'this');
    return template(printing.value(fields.this));
  };

const printers: Readonly<Record<string, Printer>> = {
  add: additive('+'),
  sub: additive('-'),
  mul: arithmetic('*'),
  div: (printing, fields) => {
    expectFields("'/'", fields, 'left', 'right');
    return division(printing, fields.left, fields.right);
  },
  mod: (printing, fields) => {
    expectFields("'%'", fields, 'left', 'right');
    return remainder(printing, fields.left, fields.right);
  },
  neg: (printing, fields) => {
    expectFields("'-'", fields, 'this');
    return `(- ${operand(printing, fields.this)})`;
  },
  and: logical('AND'),
  or: logical('OR'),
  not: unary('NOT', (printed) => `(NOT ${printed})`),
  eq: comparison('='),
  neq: comparison('<>'),
  lt: comparison('<'),
  lte: comparison('<='),
  gt: comparison('>'),
  gte: comparison('>='),
  null_safe_eq: comparison('IS NOT DISTINCT FROM'),
  null_safe_neq: comparison('IS DISTINCT FROM'),
  like: pattern('LIKE'),
  i_like: pattern('ILIKE'),
  concat: (printing, fields) => {
    expectFields("'||'", fields, 'left', 'right');
    return concatenation(printing, [fields.left, fields.right]);
  },
  between: (printing, fields) => {
    expectFields('BETWEEN', fields, 'this', 'low', 'high', 'not');
    const not = fields.not === true ? ' NOT' : '';
    return `(${printing.value(fields.this)}${not} BETWEEN ${printing.value(fields.low)} AND ${printing.value(fields.high)})`;
  },
  in: printIn,
  is_null: (printing, fields) => {
    expectFields('IS NULL', fields, 'this', 'not');
    return `(${printing.any(fields.this)} IS${fields.not === true ? ' NOT' : ''} NULL)`;
  },
  exists: (printing, fields) => {
    expectFields('EXISTS', fields, 'this', 'not');
    return `(${fields.not === true ? 'NOT ' : ''}EXISTS (${printing.query(fields.this)}))`;
  },
  case: printCase,
  cast: (printing, fields) => {
    expectFields('CAST', fields, 'this', 'to');
    return printCast(printing, fields, false);
  },
  try_cast: (printing, fields) => {
    expectFields('TRY_CAST', fields, 'this', 'to');
    return printCast(printing, fields, true);
  },
  to_number: (printing, fields) => {
    expectFields('TO_NUMBER', fields, 'this', 'format', 'precision', 'scale', 'safe');
    return printToNumber(printing, fields);
  },
  literal: printLiteral,
  boolean: (_printing, fields) => (fields.value === true ? 'true' : 'false'),
  null: () => 'NULL',
  column: printColumn,
  dot: printDot,
  paren: (printing, fields) => {
    expectFields('parentheses', fields, 'this');
    return `(${printing.any(fields.this)})`;
  },
  tuple: (printing, fields) => {
    expectFields('a row', fields, 'expressions');
    return `(${listOf(fields, 'expressions')
      .map((item) => printing.value(item))
      .join(', ')})`;
  },
  subquery: (printing, fields) => {
    expectFields('a subquery', fields, 'this');
    return `(${printing.query(fields.this)})`;
  },
  count: (printing, fields) => printCount(printing, fields, '', false),
  window_function: printWindow,
  within_group: (printing, fields) => withinGroup(printing, fields).text('', false),
  trim: (printing, fields) => {
    expectFields('TRIM', fields, 'this', 'characters', 'position');
    if (fields.position !== 'Both' || fields.position_explicit === true)
      return refuse('TRIM with LEADING, TRAILING or BOTH');
    const letters = present(fields.characters) ? `, ${printing.value(fields.characters)}` : '';
    return `trim(${printing.value(fields.this)}${letters})`;
  },
  date_diff: (printing, fields) => {
    expectFields('DATEDIFF', fields, 'this', 'expression', 'unit');
    return difference(printing, datePart(fields.unit), fields.expression, fields.this);
  },
  last_day: (printing, fields) => {
    expectFields('LAST_DAY', fields, 'this', 'unit');
    return lastDay(printing, fields.this, present(fields.unit) ? fields.unit : undefined);
  },
  extract: (printing, fields) => {
    expectFields('EXTRACT', fields, 'this', 'field');
    return extraction(fields.field, printing.moment(fields.this));
  },
  j_s_o_n_extract: (printing, fields) => {
    expectFields('a path', fields, 'this', 'expression', 'variant_extract');
    const path = stringValue(fields.expression);
    if (!present(fields.variant_extract) || path === undefined)
      return refuse('this operator on JSON');
    return `json_extract(CAST(${printing.any(fields.this)} AS JSON), ${jsonPath(path)})`;
  },
  subscript: (printing, fields) => {
    expectFields('a subscript', fields, 'this', 'index');
    return element(printing, fields.this, fields.index);
  },
  array_func: (printing, fields) => {
    expectFields('an array', fields, 'expressions');
    return `json_array(${listOf(fields, 'expressions')
      .map((item) => asVariant(printing, item))
      .join(', ')})`;
  },
};

export function printExpression(printing: Printing, value: unknown): string {
  const { kind, fields } = openNode(value);
  const printer = printers[kind];
  if (printer !== undefined && Object.hasOwn(printers, kind)) return printer(printing, fields);
  const call = readCall(value);
  if (call !== undefined) return printCall(printing, call);
  return refuse(
    kind === 'parameter' || kind === 'placeholder'
      ? 'variables and parameters'
      : kind.replaceAll('_', ' ').toUpperCase(),
  );
}
