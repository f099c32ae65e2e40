import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BareDuckdb } from './bare-duckdb.ts';
import { median, timed } from './measure.ts';
import { openOwnDatabase } from './own-database.ts';
import { type BenchRow, notMeasured, ratioRow } from './report.ts';
import { startService } from './service-process.ts';

const run = promisify(execFile);
const rowCount = 10_000_000;
const rounds = 5;
const what = `first query on a DuckLake of ${rowCount / 1_000_000}M rows, against bare DuckDB reading its files`;

/**
 * A lake made by DuckDB's own extension, from the packages `duckdb` and
 * `duckdb-extension-{ducklake,sqlite-scanner}` of the Python in BENCH_PYTHON.
 */
const makeLake = `
import glob, pathlib, sys, duckdb
folder = sys.argv[1]
connection = duckdb.connect(config={'allow_unsigned_extensions': 'true'})
packages = pathlib.Path(duckdb.__file__).parent.parent
for extension in ['ducklake', 'sqlite_scanner']:
    [path] = glob.glob(f'{packages}/duckdb_extension_{extension}/extensions/*/*.duckdb_extension')
    connection.execute(f"LOAD '{path}'")
connection.execute(f"ATTACH 'ducklake:sqlite:{folder}/catalog' AS lake (DATA_PATH '{folder}/data/'); USE lake")
for part in range(10):
    first = part * ${rowCount / 10}
    connection.execute(f"""{'INSERT INTO ten' if part else 'CREATE TABLE ten AS'}
      SELECT i AS id, i * 7 % 1000 AS bucket, i / 3 AS ratio, 'name ' || (i % 5000) AS name
      FROM range({first}, {first + ${rowCount / 10}}) t(i)""")
`;

/** Each first query is of a table whose cached data have been purged. */
export async function ducklake({
  folder,
  bare,
}: {
  folder: string;
  bare: BareDuckdb;
}): Promise<BenchRow[]> {
  const lake = join(folder, 'lake');
  mkdirSync(lake);
  try {
    await run(process.env.BENCH_PYTHON ?? 'python3', ['-c', makeLake, lake]);
  } catch {
    return [notMeasured(what)];
  }
  const service = await startService(join(folder, 'ducklake-data'), { QUERN_SOURCES_ALLOW: lake });
  const { client, database, databaseId, close } = await openOwnDatabase(service, 'lakes');
  try {
    const config = { catalog_url: `sqlite:${lake}/catalog` };
    const body = { name: 'lake', source_type: 'ducklake', config };
    const { id } = await client.json<{ id: string }>('POST', '/v1/connections', body, 201);
    await client.json('POST', `/v1/databases/${databaseId}/catalogs`, { connection_id: id }, 204);
    const files = readdirSync(join(lake, 'data', 'main', 'ten')).map(
      (name) => `'${join(lake, 'data', 'main', 'ten', name)}'`,
    );
    const aggregation = (table: string) =>
      `SELECT bucket, count(*) AS n, sum(ratio) AS s, max(name) AS m FROM ${table} GROUP BY bucket ORDER BY s DESC LIMIT 10`;
    const [own, reference]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      await client.json('DELETE', `/v1/connections/${id}/cache`, undefined, 204);
      const sql = aggregation('lake.main.ten');
      own.push(await timed(() => database.json('POST', '/v1/query', { sql })));
      const bareSql = aggregation(`read_parquet([${files.join(', ')}])`);
      reference.push(await timed(() => bare.rows(bareSql)));
    }
    return [ratioRow(what, median(own), median(reference), 1.5)];
  } finally {
    close();
    await service.stop();
  }
}
