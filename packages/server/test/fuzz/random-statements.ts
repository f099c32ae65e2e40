import { readFileSync } from 'node:fs';
import { readStatements } from '../dialects/read-statements.ts';
import { areas, readArea } from '../plan/differential/corpus.ts';

export const dialects = ['hotsql', 'duckdb', 'postgres', 'snowflake'] as const;

export interface FuzzStatement {
  readonly sql: string;
  readonly dialect: (typeof dialects)[number];
}

/** Numbers of a seed, the same on every machine (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const near = (path: string) => new URL(`../${path}`, import.meta.url);

/**
 * Statements to mutate, with their dialects: the corpora, the hostile statements, and those of the
 * dialects.
 */
function corpus(): FuzzStatement[] {
  const statements = [...areas, 'legitimate'].flatMap((area) => readArea(area));
  const hostile: readonly { sql: string }[] = JSON.parse(
    readFileSync(near('hostile/statements.json'), 'utf8'),
  );
  const own = (file: string, dialect: FuzzStatement['dialect']) =>
    readStatements(near(`dialects/${file}`)).map(({ sql }) => ({ sql, dialect }));
  return [
    ...statements.map((sql) => ({ sql, dialect: 'hotsql' as const })),
    ...hostile.map(({ sql }) => ({ sql, dialect: 'duckdb' as const })),
    ...own('snowflake.txt', 'snowflake'),
    ...own('snowflake-refused.txt', 'snowflake'),
    ...own('duckdb.txt', 'duckdb'),
  ].filter(({ sql }) => sql.length < 2000);
}

const tokensOf = (sql: string): readonly string[] => sql.match(tokenPattern) ?? [];

const tokenPattern = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\w+|\s+|[^\w\s]/g;

/**
 * Parts that a mutation puts in: keywords, quotes, paths, names of other tenants and of the engine.
 */
const splinters = [
  'NULL',
  '*',
  '(',
  ')',
  ',',
  ';',
  '--',
  '/*',
  '*/',
  "'",
  '"',
  '$$',
  '::',
  ':',
  '.',
  '[',
  ']',
  '{',
  '}',
  '@',
  '$1',
  '?',
  '\\',
  '%',
  '||',
  'SELECT',
  'FROM',
  'WHERE',
  'UNION',
  'WITH',
  'LATERAL',
  'OVER ()',
  'GROUP BY ALL',
  'ORDER BY 1',
  'AT (VERSION => 1)',
  'LIMIT 1',
  'AS',
  'NOT',
  "'/etc/passwd'",
  "read_csv('/etc/passwd')",
  'canary',
  'canary.main.secret',
  'quern.results.x',
  'duckdb_settings()',
  'information_schema.tables',
  'pg_catalog.pg_class',
  'current_setting',
  'getenv',
  '"hotsql:".main',
  '"quern-worker".main.result',
  'people',
  'orders',
  'default.main.people',
  '1e999',
  '-0',
  '9223372036854775808',
  "'2020-02-30'",
  '\u0000',
  '\u{1F600}',
  '\uD800',
  '\u212A',
  'interval',
  'cast(1 as',
  'unnest',
  'generate_series(1, 9)',
  'CASE WHEN',
  'END',
  'IN',
  'LIKE',
  '~',
] as const;

export class StatementSource {
  readonly #random: () => number;
  readonly #corpus: readonly FuzzStatement[];

  constructor(seed: number) {
    this.#random = randomOf(seed);
    this.#corpus = corpus();
  }

  next(): FuzzStatement {
    const kind = this.#random();
    const dialect = this.#pick(dialects);
    if (kind < 0.3) return { sql: this.#query(3).slice(0, 4000), dialect };
    if (kind > 0.95) return { sql: this.#bytes(), dialect };
    const { sql, dialect: own } = this.#mutated();
    return { sql: sql.slice(0, 4000) || 'SELECT', dialect: this.#random() < 0.8 ? own : dialect };
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[this.#below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  #bytes(): string {
    const bytes = Uint8Array.from({ length: 1 + this.#below(80) }, () => this.#below(256));
    return Buffer.from(bytes).toString(this.#random() < 0.5 ? 'latin1' : 'utf8');
  }

  #mutated(): FuzzStatement {
    const { sql, dialect } = this.#pick(this.#corpus);
    let tokens = tokensOf(sql);
    for (let left = this.#below(4); left > 0; left -= 1) tokens = this.#mutate(tokens);
    return { sql: tokens.join(''), dialect };
  }

  #mutate(tokens: readonly string[]): readonly string[] {
    const at = this.#below(tokens.length + 1);
    const other = tokensOf(this.#pick(this.#corpus).sql);
    switch (this.#below(6)) {
      case 0:
        return [...tokens.slice(0, at), ...tokens.slice(at + 1)];
      case 1:
        return [...tokens.slice(0, at), this.#pick(splinters), ...tokens.slice(at)];
      case 2:
        return [...tokens.slice(0, at), ` ${this.#pick(splinters)} `, ...tokens.slice(at + 1)];
      case 3:
        return [...tokens.slice(0, at), ...other.slice(this.#below(other.length + 1))];
      case 4:
        return [
          ...tokens.slice(0, at),
          ...tokens.slice(Math.max(0, at - 3), at),
          ...tokens.slice(at),
        ];
      default:
        return [
          ...tokens.slice(0, at),
          other[this.#below(other.length)] ?? '',
          ...tokens.slice(at + 1),
        ];
    }
  }

  #query(depth: number): string {
    const items = Array.from({ length: 1 + this.#below(3) }, () => this.#expression(depth)).join(
      ', ',
    );
    const source = this.#pick([
      'people',
      'orders o',
      'default.main.docs',
      '(SELECT 1 AS id) t',
      'people, orders',
      'nosuch',
      'canary.main.secret',
      `(${depth > 0 ? this.#query(depth - 1) : 'SELECT 1'}) q`,
    ]);
    const where = this.#random() < 0.4 ? ` WHERE ${this.#expression(depth)}` : '';
    const tail = this.#pick([
      '',
      ' ORDER BY 1',
      ' GROUP BY ALL',
      ' LIMIT 3',
      ` UNION ALL SELECT ${this.#expression(1)}`,
      ' QUALIFY 1 = 1',
      ' GROUP BY 1 HAVING true',
    ]);
    return `SELECT ${this.#random() < 0.1 ? 'DISTINCT ' : ''}${items} FROM ${source}${where}${tail}`;
  }

  #expression(depth: number): string {
    if (depth <= 0)
      return this.#pick([
        'id',
        'name',
        'age',
        '1',
        '-2.5',
        "'x'",
        'NULL',
        'true',
        "'2020-01-01'",
        'o.amount',
        'people.born',
        '*',
        'text',
        "DATE '2020-01-01'",
      ]);
    const part = () => this.#expression(depth - 1);
    return this.#pick([
      () =>
        `(${part()} ${this.#pick(['+', '-', '*', '/', '%', '||', '=', '<', '<>', 'AND', 'OR', 'LIKE', '~', '->', '->>', 'IS DISTINCT FROM'])} ${part()})`,
      () =>
        `${this.#pick(['upper', 'length', 'coalesce', 'sum', 'count', 'max', 'date_trunc', 'dateadd', 'to_char', 'iff', 'decode', 'json_extract', 'regexp_replace', 'substr', 'round', 'array_agg', 'list_sum', 'parse_json', 'row_number', 'concat', 'nosuch', 'read_text', 'getenv'])}(${part()}${this.#random() < 0.5 ? `, ${part()}` : ''})${this.#random() < 0.1 ? ' OVER (ORDER BY id)' : ''}`,
      () =>
        `CAST(${part()} AS ${this.#pick(['int', 'text', 'date', 'numeric(10, 2)', 'boolean', 'variant', 'json', 'int[]', 'nosuch'])})`,
      () => `CASE WHEN ${part()} THEN ${part()} ELSE ${part()} END`,
      () => `${part()} IN (${part()}, ${part()})`,
      () => `(SELECT ${part()} FROM people LIMIT 1)`,
      () =>
        `${part()}::${this.#pick(['int', 'varchar', 'timestamp', 'number(38, 10)', 'interval'])}`,
      () => part(),
    ])();
  }
}
