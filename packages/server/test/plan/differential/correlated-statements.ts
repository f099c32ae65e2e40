import type { Chance } from '../random-queries.ts';

/**
 * Small tables with nulls, duplicates and values that meet each other, for PostgreSQL and DuckDB
 * alike. `void` is empty, and `many` holds more rows than one of DuckDB's chunks.
 */
export const correlatedTables = `
CREATE TABLE one (id INTEGER, k INTEGER, m INTEGER, s TEXT);
INSERT INTO one VALUES (1, 1, 5, 'x'), (2, 1, 7, 'y'), (3, 2, 9, 'x'), (4, NULL, 5, NULL), (5, 3, NULL, 'y'), (6, 2, 2, 'z'), (6, 2, 2, 'z');
CREATE TABLE two (id INTEGER, k INTEGER, m INTEGER, s TEXT);
INSERT INTO two VALUES (1, 2, 5, 'x'), (2, 2, 9, NULL), (3, 4, 7, 'y'), (4, NULL, NULL, 'x'), (7, 1, 2, 'z');
CREATE TABLE three (id INTEGER, k INTEGER, m INTEGER, s TEXT);
INSERT INTO three VALUES (2, 1, 9, 'y'), (3, 1, 3, 'x'), (3, 2, 3, 'x'), (5, 3, NULL, NULL), (NULL, 3, 5, 'z');
CREATE TABLE void (id INTEGER, k INTEGER, m INTEGER, s TEXT);
CREATE TABLE many (id INTEGER, k INTEGER, m INTEGER, s TEXT);
INSERT INTO many SELECT i, i % 4, CASE WHEN i % 7 > 0 THEN i % 11 END, chr(CAST(120 + i % 3 AS INTEGER)) FROM generate_series(1, 40) AS g(i);
`;

const tables = ['one', 'two', 'three', 'one', 'two', 'three', 'many', 'void'];
const numbers = ['id', 'k', 'm'];
const operators = ['=', '=', '<>', '<>', '<', '<=', '>', '>='];

/** A named relation; all columns are numbers except `s`. */
interface Named {
  readonly alias: string;
  readonly columns: readonly string[];
}

/**
 * Visible relations of a query: its own FROM, then the FROM of each enclosing query, from within.
 */
interface Sight {
  readonly own: Named[];
  readonly outer: readonly Named[];
  readonly ctes: readonly Named[];
}

/**
 * Queries with subqueries that read columns of enclosing queries: EXISTS, IN, ANY, ALL, scalar,
 * LATERAL, in FROM, in WITH. No answer depends on the order of rows.
 */
export function correlatedStatement(chance: Chance): string {
  return new CorrelatedStatement(chance).statement();
}

class CorrelatedStatement {
  readonly #chance: Chance;
  #aliases = 0;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  statement(): string {
    const sight: Sight = { own: [], outer: [], ctes: [] };
    const ctes: Named[] = [];
    const common = this.#happens(25) ? this.#with(sight, ctes, 1) : '';
    const seen = { ...sight, ctes };
    const depth = 1 + this.#chance.below(2);
    const from = this.#from(seen, depth - 1);
    const items = [
      ...seen.own.map((item) => this.#columnOf(item)),
      ...(this.#happens(60) ? [this.#value(seen, depth)] : []),
    ];
    const list = items.map((item, index) => `${item} AS o${index}`).join(', ');
    return `${common}SELECT ${list} FROM ${from} WHERE ${this.#condition(seen, depth + 1)}`;
  }

  #happens(percent: number): boolean {
    return this.#chance.below(100) < percent;
  }

  #alias(): string {
    this.#aliases += 1;
    return `r${this.#aliases}`;
  }

  #columnOf({ alias, columns }: Named): string {
    return `${alias}.${this.#chance.oneOf(columns)}`;
  }

  /** A column of the query or of an enclosing query. */
  #column({ own, outer }: Sight): string {
    const isOuter = outer.length > 0 && (own.length === 0 || this.#happens(45));
    return this.#columnOf(this.#chance.oneOf(isOuter ? outer : own));
  }

  #operand(sight: Sight): string {
    if (this.#happens(12)) return String(this.#chance.below(10));
    if (this.#happens(12)) return `(${this.#column(sight)} + ${this.#chance.below(3)})`;
    if (this.#happens(8)) return `coalesce(${this.#column(sight)}, ${this.#column(sight)})`;
    return this.#column(sight);
  }

  /** `WITH ... `, whose queries may read columns of enclosing queries. */
  #with(sight: Sight, ctes: Named[], depth: number): string {
    const alias = this.#alias();
    const { text, columns } = this.#query({ ...sight, ctes: [...sight.ctes, ...ctes] }, depth);
    ctes.push({ alias, columns });
    const hint = this.#chance.oneOf(['', '', '', 'MATERIALIZED ', 'NOT MATERIALIZED ']);
    return `WITH ${alias} AS ${hint}(${text}) `;
  }

  /** Fills `own` of the sight with the named relations. */
  #from(sight: Sight, depth: number): string {
    const first = this.#item(sight, depth);
    if (!this.#happens(40)) return first;
    const before = [...sight.own];
    if (this.#happens(35)) {
      const { text, columns } = this.#query(
        { own: [], outer: [...before, ...sight.outer], ctes: sight.ctes },
        depth - 1,
      );
      const alias = this.#alias();
      sight.own.push({ alias, columns });
      return this.#chance.oneOf([
        `${first}, LATERAL (${text}) ${alias}`,
        `${first} LEFT JOIN LATERAL (${text}) ${alias} ON true`,
        `${first} CROSS JOIN LATERAL (${text}) ${alias}`,
      ]);
    }
    const second = this.#item(sight, depth);
    if (this.#happens(25)) return `${first}, ${second}`;
    const kind = this.#chance.oneOf(['JOIN', 'LEFT JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN']);
    const [left, right] = [before[0], sight.own.at(-1)];
    if (left === undefined || right === undefined) return first;
    const on = `${this.#columnOf(left)} = ${this.#columnOf(right)}`;
    return `${first} ${kind} ${second} ON ${on}`;
  }

  #item(sight: Sight, depth: number): string {
    const alias = this.#alias();
    if (sight.ctes.length > 0 && this.#happens(55)) {
      const cte = this.#chance.oneOf(sight.ctes);
      sight.own.push({ alias, columns: cte.columns });
      return `${cte.alias} ${alias}`;
    }
    if (depth > 0 && this.#happens(30)) {
      const { text, columns } = this.#query({ ...sight, own: [] }, depth - 1);
      sight.own.push({ alias, columns });
      return `(${text}) ${alias}`;
    }
    if (this.#happens(8)) {
      sight.own.push({ alias, columns: ['id', 'm'] });
      return `(VALUES (1, 5), (2, 7), (3, 9), (NULL, 5)) ${alias}(id, m)`;
    }
    sight.own.push({ alias, columns: numbers });
    return `${this.#chance.oneOf(tables)} ${alias}`;
  }

  /** A query of one to three columns within the enclosing `sight`. */
  #query(
    sight: Sight,
    depth: number,
    width = 1 + this.#chance.below(3),
  ): {
    readonly text: string;
    readonly columns: readonly string[];
  } {
    const columns = Array.from({ length: width }, (_, index) => `c${index}`);
    if (depth > 0 && this.#happens(10)) {
      const word = this.#chance.oneOf(['UNION', 'UNION ALL', 'EXCEPT', 'INTERSECT']);
      const sides = [0, 1].map(() => this.#query(sight, depth - 1, width).text);
      return { text: `(${sides.join(`) ${word} (`)})`, columns };
    }
    const ctes: Named[] = [];
    const inside: Sight = { own: [], outer: [...sight.own, ...sight.outer], ctes: sight.ctes };
    const common = depth > 0 && this.#happens(20) ? this.#with(inside, ctes, depth - 1) : '';
    const seen: Sight = { ...inside, ctes: [...sight.ctes, ...ctes] };
    const from = this.#from(seen, depth);
    const where = this.#happens(80) ? ` WHERE ${this.#condition(seen, depth)}` : '';
    if (this.#happens(15))
      return { text: `${common}${this.#grouped(seen, columns, from, where)}`, columns };
    const values = columns.map(() =>
      this.#happens(15) ? this.#value(seen, depth) : this.#operand(seen),
    );
    const distinct = this.#happens(10) ? 'DISTINCT ' : '';
    const list = columns.map((name, index) => `${values[index]} AS ${name}`).join(', ');
    const places = columns.map((_, index) => index + 1).join(', ');
    const limit = this.#happens(12) ? ` ORDER BY ${places} LIMIT ${1 + this.#chance.below(3)}` : '';
    return { text: `${common}SELECT ${distinct}${list} FROM ${from}${where}${limit}`, columns };
  }

  #grouped(seen: Sight, columns: readonly string[], from: string, where: string): string {
    const key = this.#columnOf(this.#chance.oneOf(seen.own));
    const isKeyed = this.#happens(60);
    const list = columns.map((name, index) => {
      const value = isKeyed && index === 0 ? key : this.#aggregate(seen);
      return `${value} AS ${name}`;
    });
    const having = this.#happens(30)
      ? ` HAVING ${this.#aggregate(seen)} ${this.#chance.oneOf(operators)} ${this.#chance.below(6)}`
      : '';
    return `SELECT ${list.join(', ')} FROM ${from}${where}${isKeyed ? ` GROUP BY ${key}` : ''}${having}`;
  }

  #aggregate({ own, outer }: Sight): string {
    // An aggregate of outer columns alone would be the outer query's.
    const column = this.#columnOf(this.#chance.oneOf(own));
    const other =
      outer.length > 0 && this.#happens(30)
        ? ` + ${this.#columnOf(this.#chance.oneOf(outer))}`
        : '';
    return this.#chance.oneOf([
      'count(*)',
      `count(${column})`,
      `max(${column}${other})`,
      `min(${column}${other})`,
      `sum(${column}${other})`,
      `count(DISTINCT ${column})`,
    ]);
  }

  /** A value of one row: a column, or a subquery of one row at most. */
  #value(sight: Sight, depth: number): string {
    if (depth <= 0) return this.#operand(sight);
    return this.#chance.oneOf([
      () => this.#operand(sight),
      () => this.#scalar(sight, depth),
      () => this.#scalar(sight, depth),
      () =>
        `CASE WHEN ${this.#condition(sight, depth - 1)} THEN ${this.#operand(sight)} ELSE ${this.#chance.below(3)} END`,
    ])();
  }

  #scalar(sight: Sight, depth: number): string {
    if (this.#happens(50)) {
      const { text } = this.#query(sight, depth - 1, 1);
      return `(SELECT ${this.#chance.oneOf(['max(q.c0)', 'count(*)', 'count(q.c0)', 'sum(q.c0)'])} FROM (${text}) q)`;
    }
    const inside: Sight = { own: [], outer: [...sight.own, ...sight.outer], ctes: sight.ctes };
    const from = this.#from(inside, depth - 1);
    const where = ` WHERE ${this.#condition(inside, depth - 1)}`;
    return this.#happens(50)
      ? `(SELECT ${this.#aggregate(inside)} FROM ${from}${where})`
      : `(SELECT ${this.#operand(inside)} FROM ${from}${where} ORDER BY 1 LIMIT 1)`;
  }

  #condition(sight: Sight, depth: number): string {
    const test = () => this.#test(sight, depth);
    if (this.#happens(30)) return `${test()} AND ${test()}`;
    if (this.#happens(15)) return `(${test()} OR ${test()})`;
    if (this.#happens(8)) return `NOT (${test()})`;
    return test();
  }

  #test(sight: Sight, depth: number): string {
    const operator = this.#chance.oneOf(operators);
    const left = () => this.#operand(sight);
    const comparison = () => `${left()} ${operator} ${this.#operand(sight)}`;
    const plain = [
      comparison,
      comparison,
      () => `${left()} IS ${this.#chance.oneOf(['', 'NOT '])}DISTINCT FROM ${left()}`,
      () => `${left()} IS ${this.#chance.oneOf(['', 'NOT '])}NULL`,
    ];
    if (depth <= 0) return this.#chance.oneOf(plain)();
    const query = (width?: number) => this.#query(sight, depth - 1, width).text;
    return this.#chance.oneOf([
      ...plain,
      () => `EXISTS (${query()})`,
      () => `EXISTS (${query()})`,
      () => `NOT EXISTS (${query()})`,
      () => `${left()} IN (${query(1)})`,
      () => `${left()} NOT IN (${query(1)})`,
      () => `${left()} ${operator} ${this.#chance.oneOf(['ANY', 'ALL'])} (${query(1)})`,
      () => `${left()} ${operator} ${this.#scalar(sight, depth)}`,
      () => `(${left()}, ${left()}) IN (${query(2)})`,
    ])();
  }
}
