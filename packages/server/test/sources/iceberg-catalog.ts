import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type PythonServer, startPythonServer } from './python-server.ts';
import type { DocumentedType } from './source-fixture.ts';

const packages = [
  'pyiceberg[sql-sqlite]==0.12.0',
  'pyiceberg-core==0.11.0',
  'pyarrow==26.0.1',
  'duckdb==1.5.5',
  'pytz==2026.6',
];
const program = fileURLToPath(new URL('iceberg_catalog.py', import.meta.url));

/** Rows that pyiceberg reads from its own tables. */
export interface ExpectedTables {
  /** Rows by `schema|table`; every value as text. */
  readonly tables: Readonly<
    Record<string, { readonly columns: readonly string[]; readonly rows: (string | null)[][] }>
  >;
  /** The rows of main.equal, whose deletions pyiceberg does not read. */
  readonly equal: readonly (string | null)[][];
}

export interface IcebergCatalog {
  readonly uri: string;
  readonly expected: ExpectedTables;
  /** Revokes every token. */
  expireTokens(): Promise<void>;
  /** Rows of main.orders: (1, 'ü', 0.5), (2, null, 1.25), one more row, `label` of another kind. */
  change(what: 'make' | 'add' | 'alter' | 'drop'): Promise<void>;
  stop(): Promise<void>;
}

/** Files are below `folder`, and in the bucket where there is one. */
export async function startIcebergCatalog(
  folder: string,
  types: readonly DocumentedType[],
  s3?: { readonly endpoint: string; readonly bucket: string },
): Promise<IcebergCatalog> {
  mkdirSync(`${folder}/data`, { recursive: true });
  const columns = JSON.stringify(types.map(({ sourceType, value }) => [sourceType, value]));
  let expected: ExpectedTables | undefined;
  const server: PythonServer = await startPythonServer(
    packages,
    (port) => [program, String(port), folder, columns, ...(s3 ? [s3.endpoint, s3.bucket] : [])],
    async (port) => {
      const answer = await fetch(`http://127.0.0.1:${port}/expected`);
      expected = (await answer.json()) as ExpectedTables;
    },
  );
  if (!expected) throw new Error('the catalog has not said what is in it');
  const origin = `http://127.0.0.1:${server.port}`;
  return {
    uri: `${origin}/catalog`,
    expected,
    expireTokens: async () => {
      await fetch(`${origin}/expire`);
    },
    async change(what) {
      const { status } = await fetch(`${origin}/change?what=${what}`);
      if (status !== 200) throw new Error(`the catalog answers ${status}`);
    },
    stop: server.stop,
  };
}
