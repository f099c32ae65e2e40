import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hitsColumns, hitsQuery } from '../../../../../bench/src/hits-rows.ts';
import { canMakeTpch, makeTpch, tpchTables } from '../../../../../bench/src/tpch-files.ts';
import { clickbenchQueries, tpchQueries } from '../../../../../bench/src/workloads.ts';
import { type Answer, isError } from './answer.ts';
import { HotsqlEngine } from './hotsql-engine.ts';
import { PostgresOracle } from './postgres-oracle.ts';
import { judge } from './verdict.ts';

/** Both engines over the same files. */
class Workload {
  readonly folder = mkdtempSync(join(tmpdir(), 'quern-workload-'));
  postgres?: PostgresOracle;
  hotsql?: HotsqlEngine;

  constructor() {
    // PostgreSQL reads the files as a user of its own.
    chmodSync(this.folder, 0o755);
  }

  async open(tables: readonly string[], definitions: string): Promise<void> {
    const copies = tables.map(
      (table) => `copy ${table} from '${this.folder}/${table}.csv' (format csv, header);`,
    );
    const made = tables.map(
      (table) => `CREATE TABLE ${table} AS SELECT * FROM '${this.folder}/${table}.parquet';`,
    );
    [this.postgres, this.hotsql] = await Promise.all([
      PostgresOracle.start([definitions, ...copies, 'analyze'].join('\n')),
      HotsqlEngine.start(made.join('\n'), this.folder),
    ]);
  }

  async ask(sql: string): Promise<readonly [postgres: Answer, hotsql: Answer]> {
    if (!this.postgres || !this.hotsql) throw new Error('the workload is not open');
    return Promise.all([this.postgres.ask(sql), this.hotsql.ask(sql)]);
  }

  /** Fault of HotSQL's answer, if any. */
  async fault(sql: string): Promise<string> {
    const verdict = judge(sql, ...(await this.ask(sql)));
    return verdict.kind === 'refused' || verdict.kind === 'different'
      ? `${verdict.kind}: ${verdict.how}`
      : '';
  }

  async close(): Promise<void> {
    this.hotsql?.stop();
    await this.postgres?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const tpchDefinitions = `
create table region (r_regionkey bigint, r_name text, r_comment text);
create table nation (n_nationkey bigint, n_name text, n_regionkey bigint, n_comment text);
create table supplier (s_suppkey bigint, s_name text, s_address text, s_nationkey bigint, s_phone text, s_acctbal numeric(15,2), s_comment text);
create table customer (c_custkey bigint, c_name text, c_address text, c_nationkey bigint, c_phone text, c_acctbal numeric(15,2), c_mktsegment text, c_comment text);
create table part (p_partkey bigint, p_name text, p_mfgr text, p_brand text, p_type text, p_size int, p_container text, p_retailprice numeric(15,2), p_comment text);
create table partsupp (ps_partkey bigint, ps_suppkey bigint, ps_availqty int, ps_supplycost numeric(15,2), ps_comment text);
create table orders (o_orderkey bigint, o_custkey bigint, o_orderstatus text, o_totalprice numeric(15,2), o_orderdate date, o_orderpriority text, o_clerk text, o_shippriority int, o_comment text);
create table lineitem (l_orderkey bigint, l_partkey bigint, l_suppkey bigint, l_linenumber int, l_quantity numeric(15,2), l_extendedprice numeric(15,2), l_discount numeric(15,2), l_tax numeric(15,2), l_returnflag text, l_linestatus text, l_shipdate date, l_commitdate date, l_receiptdate date, l_shipinstruct text, l_shipmode text, l_comment text);`;

const tpchIndexes = `
create index on lineitem (l_orderkey);
create index on lineitem (l_partkey);
create index on orders (o_custkey);
create index on partsupp (ps_partkey);`;

describe.skipIf(!canMakeTpch())("TPC-H's 22 queries, unchanged", () => {
  const workload = new Workload();

  beforeAll(async () => {
    await makeTpch('csv', 0.01, workload.folder);
    await makeTpch('parquet', 0.01, workload.folder);
    await workload.open(tpchTables, tpchDefinitions + tpchIndexes);
  });
  afterAll(() => workload.close());

  it('are 22', () =>
    expect(tpchQueries.map((query) => query.number)).toEqual(
      Array.from({ length: 22 }, (_, i) => i + 1),
    ));

  it.each(tpchQueries)('query $number answers as in PostgreSQL', async ({ sql }) => {
    expect(await workload.fault(sql)).toBe('');
  });
});

describe("ClickBench's 43 queries, unchanged", () => {
  const workload = new Workload();

  beforeAll(async () => {
    const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
    const columns = hitsColumns.map(({ name, type }) => `${name} ${type}`);
    await duckdb.run(`CREATE TABLE hits AS ${hitsQuery(20_000)}`);
    await duckdb.run(`COPY hits TO '${workload.folder}/hits.csv' (HEADER)`);
    // Parquet keeps the case of names; unquoted names find a column of any case when there is one.
    const lower = hitsColumns.map(({ name }) => `${name} AS ${name.toLowerCase()}`);
    await duckdb.run(
      `COPY (SELECT ${lower.join(', ')} FROM hits) TO '${workload.folder}/hits.parquet'`,
    );
    duckdb.closeSync();
    await workload.open(['hits'], `create table hits (${columns.join(', ')});`);
  });
  afterAll(() => workload.close());

  it('are 43, of a table of 105 columns', () => {
    expect(clickbenchQueries).toHaveLength(43);
    expect(hitsColumns).toHaveLength(105);
  });

  it.each(clickbenchQueries)('query $number answers as in PostgreSQL', async ({ sql }) => {
    // The order of equal rows is free: all rows are compared, then the order of the sort keys.
    const everything = sql.replace(/( ORDER BY | LIMIT ).*$/, '').replace('> 100000', '> 100');
    expect(await workload.fault(everything)).toBe('');
    const [expected, actual] = await workload.ask(sql);
    if (isError(expected) || isError(actual)) throw new Error(JSON.stringify({ expected, actual }));
    expect(actual.rows).toHaveLength(expected.rows.length);
    const key = /ORDER BY (?:(COUNT)\(\*\)|(\w+))/.exec(sql);
    const column = expected.names.indexOf((key?.[1] ?? key?.[2] ?? '').toLowerCase());
    const keys = (answer: typeof actual) =>
      answer.rows.map((row) => Number(row[column]?.replace(/\D/g, '')));
    if (column >= 0) expect(keys(actual)).toEqual(keys(expected));
  });
});
