import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeParquet } from '../api/parquet-files.ts';
import { eventually } from '../eventually.ts';
import { type Api, type RunningService, startService, testToken } from '../service.ts';
import { everyType } from './every-type.ts';
import {
  arrowAsParquet,
  differences,
  differencesBetweenReaders,
  fileRows,
} from './parquet-readers.ts';
import { installedPython } from './python-client.ts';
import { canRunPython, installTimeoutMs } from './python-environment.ts';

describe.skipIf(!canRunPython())(
  'what is written as Parquet is read alike by pyarrow, arrow-rs and DuckDB',
  () => {
    let service: RunningService;
    let api: Api;
    let folder: string;
    let connection: DuckDBConnection;

    beforeAll(async () => {
      await installedPython();
      folder = await mkdtemp(join(tmpdir(), 'quern-readers-'));
      service = await startService({
        env: { QUERN_SWEEP_INTERVAL: '1', QUERN_COMPACTION_QUIET: '0' },
      });
      api = service.api();
      connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
    }, installTimeoutMs);
    afterAll(async () => {
      connection?.closeSync();
      await service?.dispose();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    });

    const load = async (databaseId: string, sql: string, more: Record<string, unknown>) => {
      const upload_id = await api.upload(await makeParquet(sql));
      const { status, body } = await api.load(databaseId, 't', { upload_id, ...more });
      expect(status, JSON.stringify(body)).toBe(200);
    };

    /** The result of a query in Parquet and in Arrow, each as a Parquet file. */
    const fetched = async (databaseId: string, sql: string, name: string) => {
      const { status, body } = await api.query(databaseId, sql, { dialect: 'duckdb' });
      expect(status, JSON.stringify(body)).toBe(200);
      const bytesOf = async (format: string) => {
        const headers = { authorization: `Bearer ${testToken}`, 'x-database-id': databaseId };
        return eventually(async () => {
          const response = await fetch(
            `${api.origin}/v1/results/${body.result_id}?format=${format}`,
            { headers },
          );
          expect(response.status).toBe(200);
          return new Uint8Array(await response.arrayBuffer());
        });
      };
      const parquet = join(folder, `${name}.parquet`);
      const arrow = join(folder, `${name}.arrow.parquet`);
      await writeFile(parquet, await bytesOf('parquet'));
      await arrowAsParquet(await bytesOf('arrow'), arrow);
      return { parquet, arrow };
    };

    /** Every Parquet file that the service keeps now. */
    const storedFiles = async (): Promise<string[]> => {
      const root = join(service.dataDir, 'objects');
      const names = await readdir(root, { recursive: true });
      return names.filter((name) => name.endsWith('.parquet')).map((name) => join(root, name));
    };

    test('files of loads, keyed loads and compaction, deleted rows and all, and what tables hold by then', async () => {
      const { id } = await api.createDatabase();
      const expected = async (sql: string) => void (await connection.run(sql));
      await load(id, everyType(0, 1200, 1), {});
      await expected(`CREATE TABLE expected AS ${everyType(0, 1200, 1)}`);
      const [first, second] = [everyType(700, 1400, 2), everyType(100, 200, 3)];
      await load(id, first, { mode: 'upsert', key: ['id'] });
      await expected(`DELETE FROM expected WHERE id >= 700; INSERT INTO expected ${first}`);
      await load(id, second, { mode: 'update', key: ['id'] });
      await expected(
        `DELETE FROM expected WHERE id BETWEEN 100 AND 199; INSERT INTO expected ${second}`,
      );
      await load(id, 'SELECT i::BIGINT AS id FROM range(40, 90) AS t(i)', {
        mode: 'delete',
        key: ['id'],
      });
      await expected('DELETE FROM expected WHERE id BETWEEN 40 AND 89');
      // Few appended rows would be no file.
      for (const part of [5, 6, 7, 8]) {
        const rows = everyType(part * 1000, part * 1000 + part, part);
        await load(id, rows, { mode: 'upsert', key: ['id'] });
        await expected(`INSERT INTO expected ${rows}`);
      }
      await eventually(() =>
        expect(service.log.filter(({ msg }) => msg === 'compaction').length).toBeGreaterThan(0),
      );
      const { parquet, arrow } = await fetched(id, 'SELECT * FROM t ORDER BY id', 'whole');
      const rows = '(FROM expected ORDER BY id)';
      expect(await differences(connection, rows, fileRows(parquet), 'Parquet')).toEqual([]);
      expect(await differences(connection, rows, fileRows(arrow), 'Arrow')).toEqual([]);
      const files = await storedFiles();
      expect(files.length).toBeGreaterThan(8);
      expect(await differencesBetweenReaders(connection, [parquet, ...files])).toEqual([]);
    });

    test('results, small and large, of what tables do not keep too', async () => {
      const { id } = await api.createDatabase();
      const far = 'SELECT x::INTEGER AS x FROM (VALUES (2147483647), (-2147483647)) AS t(x)';
      const wide = '(hash(i) % 4294967296)::BIGINT - 2147483648';
      const casts = [
        `(${wide})::INTEGER AS i`,
        '(hash(i) % 4294967296)::UINTEGER AS u',
        `CASE i % 5 WHEN 0 THEN 'infinity'::DATE WHEN 1 THEN '-infinity'::DATE ELSE DATE '2000-01-01' + (hash(i) % 100000)::INTEGER END AS d`,
        'hash(i)::HUGEINT * 1000000007 AS huge',
        'hash(i)::HUGEINT - 9223372036854775808 AS less_huge',
        'to_microseconds((hash(i) % 1000000000000)::BIGINT) AS span',
        'hash(i)::BIT AS bits',
        'md5(i::VARCHAR)::UUID AS id',
        `TIME_NS '23:59:59.123456789' AS nanos`,
        `[(${wide})::INTEGER, NULL] AS list`,
        `{'a': (${wide})::INTEGER, 'b': [[(hash(i) % 4294967296)::UINTEGER]]} AS nested`,
        `MAP {(${wide})::INTEGER: i} AS map`,
        'CASE WHEN i % 3 > 0 THEN i END AS sparse',
      ].join(', ');
      const queries = {
        far,
        none: `SELECT * FROM (${far}) WHERE x = 0`,
        one: `SELECT * FROM (${far}) LIMIT 1`,
        small: `SELECT ${casts} FROM range(50) AS t(i)`,
        large: `SELECT ${casts} FROM range(10000) AS t(i)`,
      };
      const files: string[] = [];
      for (const [name, sql] of Object.entries(queries)) {
        const { parquet, arrow } = await fetched(id, sql, name);
        expect(
          await differences(connection, fileRows(parquet), fileRows(arrow), 'Arrow'),
          name,
        ).toEqual([]);
        files.push(parquet);
      }
      expect(await differencesBetweenReaders(connection, files)).toEqual([]);
    });
  },
);
