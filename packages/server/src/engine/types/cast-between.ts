import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import { type DuckdbType, parseType, printType, scalar } from './duckdb-type.ts';

/**
 * SQL that casts `value` from the type `from` to `to`. A part without a cast in DuckDB is cast by
 * way of text. Evolution changes the kind of a part only where the part has no value, so only nulls
 * take that way, and an unexpected value raises. A nested value becomes JSON text. Nanoseconds are
 * truncated to the microsecond, outside maps. DuckDB's own casts round nanoseconds, each cast in
 * another way.
 */
export function castBetween(value: string, from: string, to: string, cast = 'CAST'): string {
  if (from === to) return value;
  if (to === 'VARCHAR' && isNested(from)) return `CAST(to_json(${value}) AS VARCHAR)`;
  if (from.includes('_NS') && !to.includes('_NS')) {
    const cut = cutParts(value, { from: parseType(from), to: parseType(to), cast, depth: 0 });
    if (cut !== undefined) return cut;
  }
  return plainCast(value, from, to, cast);
}

/** The type is a list, an array, a struct or a map. */
export const isNested = (type: string) => /[\])]$/.test(type) && !type.startsWith('DECIMAL(');

function plainCast(value: string, from: string, to: string, cast: string): string {
  if (from === to) return value;
  const bridge = bridgeOf(from, to);
  const held = bridge === from ? value : `${cast}(${value} AS ${bridge})`;
  return `${cast}(${held} AS ${to})`;
}

interface Cut {
  readonly from: DuckdbType;
  readonly to: DuckdbType;
  readonly cast: string;
  /** Keeps the names of nested lambda parameters apart. */
  readonly depth: number;
}

/** The value with truncated nanoseconds; undefined for a type without nanoseconds. */
function cutParts(value: string, { from, to, cast, depth }: Cut): string | undefined {
  if (from.kind === 'scalar' && to.kind === 'scalar') {
    if (from.name === 'TIMESTAMP_NS' && to.name === 'TIMESTAMP') return cutInstant(value);
    return from.name === 'TIME_NS' && to.name === 'TIME' ? cutTime(value) : undefined;
  }
  if (from.kind === 'list' && to.kind === 'list') {
    const item = `cut${depth}`;
    const inner = { from: from.element, to: to.element, cast, depth: depth + 1 };
    const cut = cutParts(item, inner);
    return cut && `list_transform(${value}, lambda ${item}: ${cut})`;
  }
  return from.kind === 'struct' && to.kind === 'struct'
    ? cutFields(value, from, { to, cast, depth })
    : undefined;
}

function cutFields(
  value: string,
  from: Struct,
  { to, cast, depth }: Omit<Cut, 'from' | 'to'> & { readonly to: Struct },
): string | undefined {
  const isSame =
    from.fields.length === to.fields.length &&
    from.fields.every(({ name }, index) => name === to.fields[index]?.name && name !== '');
  if (!isSame) return undefined;
  let isCut = false;
  const fields = to.fields.map(({ name, type }, index) => {
    const own = from.fields[index]?.type ?? type;
    const part = `struct_extract(${value}, ${quoteLiteral(name)})`;
    const cut = cutParts(part, { from: own, to: type, cast, depth });
    isCut ||= cut !== undefined;
    return `${quoteIdentifier(name)} := ${cut ?? plainCast(part, printType(own), printType(type), cast)}`;
  });
  return isCut
    ? `CASE WHEN ${value} IS NOT NULL THEN struct_pack(${fields.join(', ')}) END`
    : undefined;
}

/**
 * The microsecond that contains the instant. DuckDB's cast gives the next microsecond before 1970.
 */
const cutInstant = (value: string) =>
  `CASE WHEN epoch_ns(${value}) < 0 AND epoch_ns(${value}) % 1000 <> 0 AND isfinite(${value}) ` +
  `THEN CAST(${value} AS TIMESTAMP) - INTERVAL 1 MICROSECOND ELSE CAST(${value} AS TIMESTAMP) END`;

/** The microsecond that contains the time. DuckDB's cast gives the nearest, even 24:00:00. */
const cutTime = (value: string) =>
  `CASE WHEN CAST(CAST(${value} AS TIME) AS TIME_NS) > ${value} ` +
  `THEN CAST(${value} AS TIME) - INTERVAL 1 MICROSECOND ELSE CAST(${value} AS TIME) END`;

const known = new Map<string, string>();
const maxKnown = 1000;

/** `from`, with text in place of each part without a cast to its part of `to`. */
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

/** Returns the same tree where no part needs a bridge. */
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
/** A boolean is cast to a number as 0 or 1, because its text would not be a number. */
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
