import { type PythonServer, startPythonServer } from './python-server.ts';

/**
 * fakesnow speaks Snowflake's protocol over HTTP on DuckDB; it takes any password, and knows no
 * roles and warehouses.
 */
const packages = [
  'fakesnow[server]==0.12.1',
  'snowflake-connector-python==4.8.1',
  'duckdb==2.0.0',
  'sqlglot==30.22.0',
  'pyarrow==26.0.1',
];

export interface Fakesnow {
  readonly origin: string;
  /** Runs statements in a database and schema, making both if missing. */
  run(database: string, statements: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startFakesnow(): Promise<Fakesnow> {
  const server: PythonServer = await startPythonServer(
    packages,
    (port) => ['-m', 'fakesnow', '-s', '-p', String(port)],
    async (port) => {
      await fetch(`http://127.0.0.1:${port}/session`, { method: 'POST' });
    },
  );
  const origin = `http://127.0.0.1:${server.port}`;
  const post = async (path: string, body: object, token = '') => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Snowflake Token="${token}"`,
    };
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const { success, message, data } = (await answer.json()) as {
      success: boolean;
      message: string;
      data: unknown;
    };
    if (!success) throw new Error(message);
    return data as { readonly token: string };
  };
  return {
    origin,
    async run(database, statements) {
      const path = `/session/v1/login-request?databaseName=${database}&schemaName=PUBLIC`;
      const { token } = await post(path, { data: { SESSION_PARAMETERS: {} } });
      for (const sqlText of statements)
        await post('/queries/v1/query-request?requestId=1', { sqlText }, token);
    },
    stop: () => server.stop(),
  };
}
