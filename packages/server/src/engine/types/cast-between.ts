import { type DuckdbType, parseType, printType, scalar } from './duckdb-type.ts';

/**
 * SQL that casts `value`, which is of the type `from`, to `to`. A part that DuckDB has no cast for
 * goes by way of text: evolution lets a part change its kind only where it holds no value, so
 * nothing but nulls takes that way, and a value that is there after all raises.
 */
export function castBetween(value: string, from: string, to: string, cast = 'CAST'): string {
  if (from === to) return value;
  const bridge = bridgeOf(from, to);
  const held = bridge === from ? value : `${cast}(${value} AS ${bridge})`;
  return `${cast}(${held} AS ${to})`;
}

const known = new Map<string, string>();
const maxKnown = 1000;

/** `from`, with text in place of each part that has no cast to its part of `to`. */
function bridgeOf(from: string, to: string): string {
  const key = `${from} > ${to}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const type = parseType(from);
  const bridged = bridgeParts(type, parseType(to));
  const printed = bridged === type ? from : printType(bridged);
  if (known.size === maxKnown) known.clear();
  known.set(key, printed);
  return printed;
}

/** The same tree where nothing needs a bridge. */
function bridgeParts(from: DuckdbType, to: DuckdbType): DuckdbType {
  if (from.kind === 'list' || from.kind === 'array') {
    if (to.kind !== 'list' && to.kind !== 'array') return scalar('VARCHAR');
    const element = bridgeParts(from.element, to.element);
    return element === from.element ? from : { kind: 'list', element };
  }
  if (from.kind === 'struct')
    return to.kind === 'struct' ? bridgeFields(from, to) : scalar('VARCHAR');
  if (from.kind === 'map') {
    if (to.kind !== 'map') return scalar('VARCHAR');
    const [key, value] = [bridgeParts(from.key, to.key), bridgeParts(from.value, to.value)];
    return key === from.key && value === from.value ? from : { kind: 'map', key, value };
  }
  const family = familyOf(from);
  return family === 'text' || family === familyOf(to) || familyOf(to) === 'text'
    ? from
    : scalar('VARCHAR');
}

type Struct = Extract<DuckdbType, { kind: 'struct' }>;

function bridgeFields(from: Struct, to: Struct): DuckdbType {
  const wanted = new Map(to.fields.map(({ name, type }) => [name.toLowerCase(), type]));
  const fields = from.fields.map((field) => {
    const type = bridgeParts(field.type, wanted.get(field.name.toLowerCase()) ?? field.type);
    return type === field.type ? field : { ...field, type };
  });
  const isSame = fields.every((field, index) => field === from.fields[index]);
  return isSame ? from : { kind: 'struct', fields };
}

const moments = /^(?:DATE|TIMESTAMP(?:_S|_MS|_NS| WITH TIME ZONE)?)$/;
const times = /^TIME(?:_NS)?$/;
/** A boolean is cast to a number as 0 or 1, where its text would be none. */
const numbers = /^(?:BOOLEAN|U?(?:TINY|SMALL|BIG|HUGE)?INT|U?INTEGER|FLOAT|DOUBLE)$/;

/** DuckDB casts between types of one family, and from and to text. */
function familyOf(type: DuckdbType): string {
  if (type.kind === 'decimal') return 'number';
  if (type.kind !== 'scalar') return type.kind;
  if (type.name === 'VARCHAR') return 'text';
  if (numbers.test(type.name)) return 'number';
  if (moments.test(type.name)) return 'moment';
  return times.test(type.name) ? 'time' : type.name;
}
