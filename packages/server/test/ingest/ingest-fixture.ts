import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { registerFunctions } from '../../src/engine/functions/engine-function.ts';
import { jsonDepthFunctions } from '../../src/engine/functions/json-depth-functions.ts';
import type { WrittenFile } from '../../src/engine/ingest/file-statistics.ts';
import { evolve, type LakeColumn } from '../../src/engine/ingest/type-evolution.ts';
import {
  type InspectedFile,
  type InspectFileRequest,
  inspectFile,
} from '../../src/engine/tasks/ingest-inspect-file.ts';
import {
  type WriteTableFilesRequest,
  writeTableFiles,
} from '../../src/engine/tasks/ingest-write-table-files.ts';

export interface Loaded {
  readonly inspected: InspectedFile;
  readonly columns: readonly LakeColumn[];
  readonly files: readonly WrittenFile[];
  readonly rowCount: number;
  /** Rows in file order; values as DuckDB's JSON form (64-bit integers and decimals as text). */
  readonly rows: Record<string, unknown>[];
}

/**
 * A directory, a DuckDB connection, and the way from bytes to rows of lake files, as a load takes
 * it.
 */
export class IngestFixture {
  readonly directory = mkdtempSync(join(tmpdir(), 'quern-ingest-'));
  readonly spoolDir = mkdtempSync(join(tmpdir(), 'quern-spool-'));
  readonly connection: DuckDBConnection;
  #count = 0;

  private constructor(connection: DuckDBConnection) {
    this.connection = connection;
  }

  static async open(): Promise<IngestFixture> {
    const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
    const connection = await instance.connect();
    registerFunctions(connection, jsonDepthFunctions);
    // The same settings as in a worker (engine/sandbox.ts).
    await connection.run("SET TimeZone = 'UTC'");
    await connection.run('SET enable_geoparquet_conversion = false');
    return new IngestFixture(connection);
  }

  close(): void {
    this.connection.closeSync();
    rmSync(this.directory, { recursive: true, force: true });
    rmSync(this.spoolDir, { recursive: true, force: true });
  }

  get context() {
    return { connection: this.connection, spoolDir: this.spoolDir, emit: () => undefined };
  }

  file(content: string | Uint8Array): string {
    this.#count += 1;
    const path = join(this.directory, `upload-${this.#count}`);
    writeFileSync(path, content);
    return path;
  }

  spoolEntries(): string[] {
    return readdirSync(this.spoolDir);
  }

  async inspect(
    content: string | Uint8Array,
    hints: Partial<InspectFileRequest> = {},
  ): Promise<InspectedFile> {
    const path = this.file(content);
    try {
      return await inspectFile(this.context, { path, ...hints });
    } finally {
      if (hints.contentEncoding) rmSync(path);
    }
  }

  async load(
    content: string | Uint8Array,
    hints: Partial<InspectFileRequest> = {},
  ): Promise<Loaded> {
    return await this.loadPath(this.file(content), hints);
  }

  async loadPath(
    path: string,
    hints: Partial<InspectFileRequest> = {},
    options: Partial<WriteTableFilesRequest> = {},
  ): Promise<Loaded> {
    const inspected = await inspectFile(this.context, { path, ...hints });
    const evolved = evolve([], inspected.columns, 'replace', 1);
    if (evolved.kind === 'conflict') throw new Error('an empty table conflicts with nothing');
    const { source, columns } = inspected;
    const request = { source, columns, target: evolved.sources, ...options };
    const { files, rowCount } = await writeTableFiles(this.context, request);
    const rows = await this.read(files, evolved.columns);
    return { inspected, columns: evolved.columns, files, rowCount, rows };
  }

  /** Reads files as a table's view does, under a schema of field ids. */
  async read(
    files: readonly WrittenFile[],
    columns: readonly LakeColumn[],
  ): Promise<Record<string, unknown>[]> {
    if (files.length === 0) return [];
    const reader = await this.connection.runAndReadAll(`FROM ${lakeRelation(files, columns)}`);
    return reader.getRowObjectsJson();
  }
}

export function lakeRelation(
  files: readonly { path: string }[],
  columns: readonly LakeColumn[],
): string {
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const fields = columns.map(
    ({ id, name, type }) =>
      `${id}: {name: ${quote(name)}, type: ${quote(type)}, default_value: NULL}`,
  );
  return `read_parquet([${files.map((file) => quote(file.path)).join(', ')}], schema=map {${fields.join(', ')}})`;
}
