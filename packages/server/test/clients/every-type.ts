/** Rows of every type of a table: random values of the whole range, extremes, and nulls. */

interface TypedValues {
  readonly type: string;
  /** SQL of a random value, of `h`, a UBIGINT. */
  readonly random: string;
  readonly least: string;
  readonly greatest: string;
}

const integer = (type: string, bits: number, isSigned: boolean): TypedValues => {
  const least = isSigned ? -(2n ** BigInt(bits - 1)) : 0n;
  const span = 2n ** BigInt(bits);
  return {
    type,
    random: `CAST(h % ${span} AS HUGEINT) + ${least}`,
    least: String(least),
    greatest: String(least + span - 1n),
  };
};

const decimal = (precision: number, scale: number): TypedValues => {
  const whole = '9'.repeat(precision - scale);
  const greatest = `'${whole}.${'9'.repeat(scale)}'`;
  const digits = Math.min(precision, 18);
  const random = `CAST(CAST(h % ${2n * 10n ** BigInt(digits)} AS HUGEINT) - ${10n ** BigInt(digits)} AS DOUBLE) / 1e${scale + 1}`;
  return {
    type: `DECIMAL(${precision},${scale})`,
    random,
    least: `'-${greatest.slice(1)}`,
    greatest,
  };
};

const micros = 'CAST(h % 8000000000000000000 AS HUGEINT) - 4000000000000000000';
const int = '(CAST(h % 4294967296 AS BIGINT) - 2147483648)::INTEGER';

const types: readonly TypedValues[] = [
  { type: 'BOOLEAN', random: 'h % 2 = 0', least: 'false', greatest: 'true' },
  integer('TINYINT', 8, true),
  integer('SMALLINT', 16, true),
  integer('INTEGER', 32, true),
  integer('BIGINT', 64, true),
  integer('UTINYINT', 8, false),
  integer('USMALLINT', 16, false),
  integer('UINTEGER', 32, false),
  integer('UBIGINT', 64, false),
  {
    type: 'FLOAT',
    random: '(h::DOUBLE / 1e19 - 1) * 3e38',
    least: "'-Infinity'",
    greatest: "'NaN'",
  },
  {
    type: 'DOUBLE',
    random: '(h::DOUBLE / 1e19 - 1) * 1e308',
    least: "'-0.0'",
    greatest: "'Infinity'",
  },
  decimal(4, 1),
  decimal(9, 2),
  decimal(18, 3),
  decimal(38, 10),
  {
    type: 'VARCHAR',
    random: "repeat(md5(h::VARCHAR) || 'ü', (h % 9)::INTEGER)",
    least: "''",
    greatest: "repeat('z', 5000)",
  },
  { type: 'BLOB', random: 'unhex(md5(h::VARCHAR))', least: "''", greatest: "'\\xFF\\x00'" },
  {
    type: 'DATE',
    random: "DATE '0001-01-01' + (h % 3000000)::INTEGER",
    least: "'5877642-06-25 (BC)'",
    greatest: "'infinity'",
  },
  {
    type: 'TIME',
    random: 'make_time(0, 0, 0) + to_microseconds((h % 86400000000)::BIGINT)',
    least: "'00:00:00'",
    greatest: "'23:59:59.999999'",
  },
  {
    type: 'TIMESTAMP',
    random: `make_timestamp((${micros})::BIGINT)`,
    least: "'-infinity'",
    greatest: "'infinity'",
  },
  {
    type: 'TIMESTAMPTZ',
    random: `make_timestamptz((${micros})::BIGINT)`,
    least: "'-infinity'",
    greatest: "'infinity'",
  },
  {
    type: 'TIMESTAMP_NS',
    random: `make_timestamp_ns((${micros})::BIGINT // 1000 * 1000)`,
    least: "'1677-09-22'",
    greatest: "'2262-04-11'",
  },
  {
    type: 'UUID',
    random: 'md5(h::VARCHAR)',
    least: `'${'0'.repeat(32)}'`,
    greatest: `'${'f'.repeat(32)}'`,
  },
  {
    type: 'INTEGER[]',
    random: `[${int}, NULL, -2147483648, 2147483647]`,
    least: '[]',
    greatest: '[NULL]',
  },
  {
    type: 'DATE[][]',
    random: "[[DATE '0001-01-01' + (h % 3000000)::INTEGER], NULL, []]",
    least: "[['infinity'::DATE]]",
    greatest: "[['-infinity'::DATE]]",
  },
  {
    type: 'STRUCT(i INTEGER, t VARCHAR, n STRUCT(u UINTEGER)[])',
    random: `{'i': ${int}, 't': md5(h::VARCHAR), 'n': [{'u': h % 4294967296}]}`,
    least: "{'i': -2147483648, 't': NULL, 'n': []}",
    greatest: "{'i': 2147483647, 't': '', 'n': NULL}",
  },
  {
    type: 'MAP(INTEGER, DATE)',
    random: `MAP {${int}: DATE '0001-01-01' + (h % 3000000)::INTEGER}`,
    least: 'MAP {}',
    greatest: 'MAP {2147483647: NULL}',
  },
];

/** The columns of `everyType`, in order; the first is its key. */
export const everyColumn = ['id', ...types.map((_, index) => `c${index}`), 'nothing'];

/**
 * A SELECT of rows with the ids from `first` up to, not with, `end`; another `seed` gives other
 * values.
 */
export function everyType(first: number, end: number, seed: number): string {
  const columns = types.map(({ type, random, least, greatest }, index) => {
    const hashed = random.replaceAll(/\bh\b/g, `hash(i * 1000 + ${seed * 100 + index})`);
    return (
      `CASE (i * 7 + ${index}) % 11 WHEN 0 THEN NULL WHEN 1 THEN CAST(${least} AS ${type}) ` +
      `WHEN 2 THEN CAST(${greatest} AS ${type}) ELSE CAST(${hashed} AS ${type}) END AS c${index}`
    );
  });
  return `SELECT i::BIGINT AS id, ${columns.join(', ')}, NULL::INTEGER AS nothing FROM range(${first}, ${end}) AS t(i)`;
}
