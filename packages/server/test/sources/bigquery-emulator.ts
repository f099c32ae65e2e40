import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.ts';
import { startPythonServer } from './python-server.ts';

/** bqemulator speaks BigQuery's REST and Storage Read API on DuckDB, without authentication. */
const packages = [
  'bqemulator==1.4.0',
  'numpy==2.4.6',
  'duckdb==1.5.5',
  'duckdb-extension-spatial==1.5.5',
  'duckdb-extension-avro==1.5.5',
];
const script = fileURLToPath(new URL('./bigquery_emulator.py', import.meta.url));

export interface BigqueryEmulator {
  /** Ports of REST and of the Storage Read API. */
  readonly origin: string;
  readonly storageOrigin: string;
  post(path: string, body: object): Promise<void>;
  run(project: string, statements: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startBigqueryEmulator(): Promise<BigqueryEmulator> {
  const storagePort = await freePort();
  const server = await startPythonServer(
    packages,
    (port) => [script, 'start', '--rest-port', String(port), '--grpc-port', String(storagePort)],
    async (port) => {
      await fetch(`http://127.0.0.1:${port}/bigquery/v2/projects`);
    },
  );
  const origin = `http://127.0.0.1:${server.port}`;
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${origin}/bigquery/v2${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok || text.includes('"errors"')) throw new Error(text);
  };
  return {
    origin,
    storageOrigin: `http://127.0.0.1:${storagePort}`,
    post,
    async run(project, statements) {
      for (const query of statements)
        await post(`/projects/${project}/queries`, { query, useLegacySql: false });
    },
    stop: () => server.stop(),
  };
}
