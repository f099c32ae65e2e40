import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { HttpClient } from './http-client.ts';
import { startMariadb } from './mariadb.ts';
import { pairedMedians } from './measure.ts';
import { freePort } from './postgres.ts';
import { type BenchRow, notMeasured, ratioRow } from './report.ts';

const run = promisify(execFile);
const rounds = 3;

/** Other programs that read a whole table, and Quern's read of the same table. */
export interface Peer {
  readonly what: string;
  /** Undefined if not on this machine. */
  readonly command: (() => Promise<unknown>) | undefined;
  readonly most: number;
}

/** Runs in turns with the refresh; an absent peer becomes a row with the reason. */
export async function againstPeers(
  refresh: () => Promise<unknown>,
  peers: readonly Peer[],
): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { what, command, most } of peers) {
    if (!command) {
      rows.push(notMeasured(what));
      continue;
    }
    const { left, right } = await pairedMedians(rounds, refresh, command);
    rows.push(ratioRow(what, left, right, most));
  }
  return rows;
}

/**
 * psql, and ConnectorX of the Python in BENCH_PYTHON (`pip install connectorx pyarrow`), which
 * writes Parquet with pyarrow.
 */
export async function postgresPeers(url: string, folder: string, rows: string): Promise<Peer[]> {
  const csv = join(folder, 'copied.csv');
  const psql = async () => {
    await run('psql', [url, '-c', `\\copy orders TO '${csv}' (FORMAT csv)`]);
    rmSync(csv);
  };
  const python = process.env.BENCH_PYTHON ?? 'python3';
  const connectorx = (threads: number) => async () => {
    const parted = threads > 1 ? `, partition_on='id', partition_num=${threads}` : '';
    const parquet = join(folder, 'connectorx.parquet');
    const text = `import connectorx, pyarrow.parquet as pq
table = connectorx.read_sql('${url}', 'SELECT * FROM orders', return_type='arrow'${parted})
pq.write_table(table, '${parquet}')`;
    await run(python, ['-c', text]);
    rmSync(parquet);
  };
  const [hasPsql, hasConnectorx] = await Promise.all([
    answers('psql', ['--version']),
    answers(python, ['-c', 'import connectorx, pyarrow']),
  ]);
  return [
    {
      what: `${rows} from PostgreSQL until they can be queried, against \\copy of psql to a CSV file`,
      command: hasPsql ? psql : undefined,
      most: 1.3,
    },
    ...[1, 4].map((threads) => ({
      what: `the same, against ConnectorX to a Parquet file with ${threads} thread${threads > 1 ? 's' : ''}`,
      command: hasConnectorx ? connectorx(threads) : undefined,
      most: 1,
    })),
  ];
}

const mysqlRows = 2_000_000;

/** Time until a table of a real MariaDB can be queried, in turns with MariaDB's own client. */
export async function mysqlSource({ client }: { client: HttpClient }): Promise<BenchRow[]> {
  const what = `${mysqlRows / 1_000_000}M rows of 10 columns from MariaDB until they can be queried, against mysql --quick to a file`;
  const server = await startMariadb(await freePort());
  if (!server) return againstPeers(async () => {}, [{ what, command: undefined, most: 1.5 }]);
  try {
    server.run(`CREATE TABLE orders AS SELECT seq AS id, seq % 50000 AS customer, CAST((seq % 100000) / 100 AS DECIMAL(12,2)) AS amount,
      CONCAT('order ', seq) AS label, MD5(seq) AS hash, TIMESTAMP'2024-01-01 00:00:00' + INTERVAL seq SECOND AS at,
      DATE'2024-01-01' + INTERVAL seq % 900 DAY AS day, CAST(seq % 3 AS INT) AS paid, seq / 7e0 AS ratio, seq * 1000 AS total
      FROM seq_1_to_${mysqlRows}`);
    const { port, user, password } = server;
    const config = { host: '127.0.0.1', port, user, password, database: 'bench' };
    const body = { name: 'mariadb', source_type: 'mysql', config };
    const { id } = await client.json<{ id: string }>('POST', '/v1/connections', body, 201);
    const asked = { connection_id: id, schema_name: 'bench', table_name: 'orders', data: true };
    const refresh = () => client.json('POST', '/v1/refresh', asked);
    const command = () => server.dump('SELECT * FROM orders');
    return await againstPeers(refresh, [{ what, command, most: 1.5 }]);
  } finally {
    await server.stop();
  }
}

async function answers(command: string, parameters: readonly string[]): Promise<boolean> {
  try {
    await run(command, [...parameters]);
    return true;
  } catch {
    return false;
  }
}
