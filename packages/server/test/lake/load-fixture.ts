import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { LoadManagedTableResponse } from '@quern/contract';
import { BytePipe } from '../../src/engine/byte-pipe.ts';
import type { EngineRunOptions } from '../../src/engine/engine.ts';
import { registerFunctions } from '../../src/engine/functions/engine-function.ts';
import { jsonDepthFunctions } from '../../src/engine/functions/json-depth-functions.ts';
import { createLocalEngine, type TaskRunner } from '../../src/engine/host/local-engine.ts';
import { LocalFiles } from '../../src/engine/host/local-files.ts';
import { SmallFiles, withSmallFiles } from '../../src/engine/host/small-files.ts';
import { liveRows } from '../../src/engine/query/live-rows.ts';
import { type EngineTasks, engineTasks } from '../../src/engine/tasks/engine-tasks.ts';
import type { ApplyKeyedRowsRequest } from '../../src/engine/tasks/keyed-apply-rows.ts';
import { newId } from '../../src/kernel/ids.ts';
import { dropTable } from '../../src/lake/declarations.ts';
import type { LakeFile, LakeTable, TableVersion } from '../../src/lake/model.ts';
import type { CompactionLimits } from '../../src/lake/plan-compaction.ts';
import type { LoadSpec } from '../../src/loading/load-request.ts';
import { performLoad } from '../../src/loading/perform-load.ts';
import { compactStep } from '../../src/maintenance/compact-table.ts';
import { SweepTally } from '../../src/maintenance/sweep-tally.ts';
import { readSmallFile } from '../../src/metadata/small-file-store.ts';
import { uploadKey } from '../../src/objects/keys.ts';
import { DamageTally } from '../../src/reading/damage-tally.ts';
import type { Services } from '../../src/start/services.ts';
import { createSweepFixture, never, type SweepFixture } from '../maintenance/sweep-fixture.ts';

export type UploadFormat = 'csv' | 'json' | 'parquet';

/**
 * Loads as the service performs them, on real metadata and real objects; the tasks of the workers
 * run in this process, so that thousands of loads take seconds.
 */
export class LoadFixture {
  readonly sweeps: SweepFixture;
  readonly connection: DuckDBConnection;
  readonly #spoolDir = mkdtempSync(join(tmpdir(), 'quern-loads-'));
  readonly #ownDir = join(this.#spoolDir, 'service');
  services: Services;
  readonly tally = new SweepTally();
  /** Appends of few rows go the way of a worker that has a pipe: into the metadata. */
  keepsSmallFiles = false;
  readonly #pipe = BytePipe.open(join(this.#spoolDir, 'pipe'));
  /** Number of files that the last keyed load opened. */
  searchedFiles = 0;
  /** Awaited before each task of a worker. */
  beforeTask: (task: string, options: EngineRunOptions, request: unknown) => Promise<void> =
    async () => {};
  /** Awaited while a task has no worker yet. */
  beforeTurn: (task: string) => Promise<void> = async () => {};
  #small!: SmallFiles;
  #workspaceId = '';
  #made = 0;

  static async open(kind: 'sqlite' | 'postgres'): Promise<LoadFixture> {
    const sweeps = await createSweepFixture(kind);
    const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
    const connection = await instance.connect();
    registerFunctions(connection, jsonDepthFunctions);
    await connection.run("SET TimeZone = 'UTC'; SET default_null_order = 'nulls_last'");
    const fixture = new LoadFixture(sweeps, connection);
    fixture.#workspaceId = await sweeps.workspace();
    return fixture;
  }

  private constructor(sweeps: SweepFixture, connection: DuckDBConnection) {
    mkdirSync(this.#ownDir);
    this.sweeps = sweeps;
    this.connection = connection;
    this.services = this.#process();
  }

  /** Another process continues without the memory of the last. */
  restart(): void {
    this.services = this.#process();
  }

  /** Databases are made there from now on. */
  async anotherWorkspace(): Promise<void> {
    this.#workspaceId = await this.sweeps.workspace();
  }

  /** Makes a database; returns the id of its lake. */
  async lake(): Promise<string> {
    return (await this.database()).lakeId;
  }

  database(): Promise<{ id: string; lakeId: string }> {
    return this.sweeps.database(this.#workspaceId);
  }

  fork(databaseId: string): Promise<{ id: string; lakeId: string }> {
    return this.sweeps.fork(this.#workspaceId, databaseId);
  }

  reset(databaseId: string): Promise<void> {
    return this.sweeps.reset(this.#workspaceId, databaseId);
  }

  /** Loads a file into `main.<table>`; throws what the caller would be told. */
  async load(
    lakeId: string,
    table: string,
    spec: Omit<LoadSpec, 'source'>,
    file: { readonly bytes: Buffer; readonly format: UploadFormat },
  ): Promise<LoadManagedTableResponse> {
    const uploadId = await this.#upload(file.bytes);
    const source = { kind: 'upload', uploadId, format: file.format } as const;
    const target = {
      workspaceId: this.#workspaceId,
      lakeId,
      schema: 'main',
      table,
      databaseId: null,
      limitedToDatabase: false,
    };
    const context = { signal: never, waitsForTurn: false, assertOwned: async () => {} };
    return performLoad(this.services, target, { ...spec, source }, context);
  }

  async table(lakeId: string, table: string): Promise<LakeTable | null> {
    return (await this.services.lakes.read(lakeId))?.schemas.get('main')?.get(table) ?? null;
  }

  /** The files of a table, in row order. */
  async files(lakeId: string, table: string): Promise<LakeFile[]> {
    const version = (await this.table(lakeId, table))?.version;
    return version
      ? (await this.services.lakes.manifestsOf(version)).flatMap(({ files }) => files)
      : [];
  }

  async drop(lakeId: string, table: string): Promise<void> {
    const { metadata, clock } = this.sweeps;
    await metadata.transaction((trx) => dropTable(trx, lakeId, 'main', table, clock.now()));
  }

  /**
   * Compacts a table as its job would, step by step until nothing is left to do. Gives how the
   * steps ended.
   */
  async compact(lakeId: string, table: string, limits?: CompactionLimits): Promise<string[]> {
    const found = await this.table(lakeId, table);
    const place = { lakeId, schema: 'main', table, tableId: found?.id ?? '' };
    const steps: string[] = [];
    while (steps.at(-1) !== 'nothing' && steps.length < 100) {
      const context = { signal: never, assertOwned: async () => {}, ...(limits ? { limits } : {}) };
      steps.push(await compactStep(this.services, this.tally, place, context));
    }
    return steps.slice(0, -1);
  }

  /** The rows as a query sees them, by column; null where the table was never loaded. */
  async read(lakeId: string, table: string): Promise<Record<string, unknown>[] | null> {
    const version = (await this.table(lakeId, table))?.version;
    return version ? this.readVersion(version) : null;
  }

  async readVersion(version: TableVersion): Promise<Record<string, unknown>[]> {
    const manifests = await this.services.lakes.manifestsOf(version);
    const isCurrent = (columns: unknown) =>
      JSON.stringify(columns) === JSON.stringify(version.columns);
    const files = manifests.flatMap((manifest) =>
      manifest.files.map(async ({ key, rowCount, deletes }) => ({
        path: await this.#path(key),
        rowCount,
        isCurrent: isCurrent(manifest.columns),
        ...(deletes
          ? { deletes: { path: await this.#path(deletes.key), part: deletes.part } }
          : {}),
      })),
    );
    const columns = version.columns.map(({ id, name, type }) => ({ name, type, stored: id }));
    if (files.length === 0) return [];
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    const sql = `SELECT * FROM (${liveRows(await Promise.all(files), columns)}) AS t(${names})`;
    return (await this.connection.runAndReadAll(sql)).getRowObjectsJson();
  }

  /** The bytes of a Parquet file of the rows of `sql`. */
  async parquet(sql: string): Promise<Buffer> {
    this.#made += 1;
    const path = join(this.#spoolDir, `made-${this.#made}.parquet`);
    await this.connection.run(`COPY (${sql}) TO '${path}' (FORMAT parquet)`);
    const bytes = readFileSync(path);
    rmSync(path);
    return bytes;
  }

  async close(): Promise<void> {
    this.#pipe?.close();
    this.connection.closeSync();
    await this.sweeps.remove();
    rmSync(this.#spoolDir, { recursive: true, force: true });
  }

  #process(): Services {
    const runner: TaskRunner<EngineTasks> = {
      run: async (task, source, options) => {
        await this.beforeTurn(task);
        const request = typeof source === 'function' ? await source() : source;
        await this.beforeTask(task, options, request);
        const spoolDir = join(this.#spoolDir, `task-${newId('job')}`);
        mkdirSync(spoolDir);
        if (task === 'applyKeyedRows')
          this.searchedFiles = (request as ApplyKeyedRowsRequest).files.length;
        const run = engineTasks[task] as (context: unknown, request: unknown) => Promise<never>;
        const { connection } = this;
        const own = { reader: connection, writer: connection, pipe: this.#pipe };
        const kept = this.keepsSmallFiles ? { own } : {};
        return run({ connection, spoolDir, emit: () => {}, ...kept }, request);
      },
      assertRoom: () => {},
    };
    const node = this.sweeps.node();
    const damage = new DamageTally();
    const { objects, log } = node;
    this.#small = new SmallFiles(
      (key) => readSmallFile(node.metadata.db, key),
      join(this.#ownDir, 'small'),
    );
    const files = new LocalFiles({
      objects: withSmallFiles(objects, this.#small),
      ...{ log, damage, spoolDir: this.#spoolDir, ownDir: this.#ownDir },
      verify: (request, workspaceId) => runner.run('verifyFile', request, { workspaceId }),
      writeKeptRows: (request, use) => runner.run('writeKeptRows', request, use),
      checkFile: () => Promise.reject(new Error('no index is read here')),
    });
    return { ...node, damage, files, engine: createLocalEngine<EngineTasks>(runner, files) };
  }

  async #path(key: string): Promise<string> {
    const objects = withSmallFiles(this.services.objects, this.#small);
    const file = await objects.localFile(key);
    file.release();
    return file.path;
  }

  async #upload(bytes: Buffer): Promise<string> {
    const id = newId('upload');
    const row = {
      id,
      workspace_id: this.#workspaceId,
      database_id: null,
      finalize_token_hash: '',
      mode: 'single',
      status: 'ready',
      object_key: uploadKey(id),
      multipart_id: null,
      declared_size_bytes: bytes.length,
      part_size_bytes: null,
      content_type: null,
      content_encoding: null,
      filename: null,
      checksum_sha256: null,
      size_bytes: bytes.length,
      created_at: this.sweeps.clock.now(),
      expires_at: this.sweeps.clock.now() + 1e9,
      finalized_at: null,
      consumed_by: null,
    } as const;
    await this.sweeps.metadata.db.insertInto('uploads').values(row).execute();
    await this.services.objects.putBytes(row.object_key, bytes);
    return id;
  }
}
