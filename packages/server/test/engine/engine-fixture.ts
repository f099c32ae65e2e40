import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { EnginePool } from '../../src/engine/host/engine-pool.ts';
import { createEnginePool } from '../../src/engine/host/pool.ts';
import type {
  EnginePoolOptions,
  PoolEvent,
  RunOptions,
} from '../../src/engine/host/pool-options.ts';
import { engineWorkerFile, plannerWorkerFile } from '../../src/engine/host/worker-file.ts';
import type {
  ExecuteQueryReply,
  ExecuteQueryRequest,
  QueryCatalog,
} from '../../src/engine/query/query-request.ts';
import type { TaskTable } from '../../src/engine/task.ts';
import type { EngineTasks } from '../../src/engine/tasks/engine-tasks.ts';
import type { PlannerTasks } from '../../src/engine/tasks/planner-tasks.ts';

export const mebibyte = 2 ** 20;

/**
 * A pool of real worker processes over directories of its own; verifies after every task that
 * nothing was left.
 */
class PoolFixture<Tasks extends TaskTable> {
  readonly root = mkdtempSync(join(tmpdir(), 'quern-engine-'));
  readonly objectsDir = join(this.root, 'objects');
  readonly spoolDir = join(this.root, 'spool');
  readonly events: PoolEvent[] = [];
  readonly pool: EnginePool<Tasks>;

  constructor(options: Partial<EnginePoolOptions> & Pick<EnginePoolOptions, 'workerFile'>) {
    mkdirSync(this.objectsDir);
    mkdirSync(this.spoolDir);
    this.pool = createEnginePool<Tasks>({
      name: 'main',
      workers: 1,
      warmWorkers: 1,
      memoryBytes: 4096 * mebibyte,
      maxRunningPerWorkspace: 8,
      maxQueued: 100,
      maxQueuedPerWorkspace: 50,
      queueTimeoutMs: 60_000,
      spoolDir: this.spoolDir,
      allowedDirectories: [this.objectsDir, this.spoolDir],
      maxTempBytes: 1024 * mebibyte,
      verify: true,
      onEvent: (event) => this.events.push(event),
      ...options,
    });
  }

  async close(): Promise<void> {
    await this.pool.close();
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Planner processes. */
export class PlannerFixture extends PoolFixture<PlannerTasks> {
  constructor() {
    super({ workerFile: plannerWorkerFile, allowedDirectories: [] });
  }
}

/** Workers of the main pool. */
export class EngineFixture extends PoolFixture<EngineTasks> {
  #lastResult = 0;

  constructor(options: Partial<EnginePoolOptions> = {}) {
    super({ workerFile: engineWorkerFile, ...options });
  }

  /** Path of the next result. */
  resultPath(): string {
    this.#lastResult += 1;
    return join(this.spoolDir, `result-${this.#lastResult}.parquet`);
  }

  query(
    sql: string,
    request: Partial<ExecuteQueryRequest> = {},
    options: Partial<RunOptions> = {},
  ): Promise<ExecuteQueryReply> {
    const resultPath = request.resultPath ?? this.resultPath();
    return this.pool.run(
      'executeQuery',
      { ...plainRequest, sql, ...request, resultPath },
      {
        ...plainOptions,
        removeOnFailure: [resultPath],
        ...options,
      },
    );
  }

  /** Rows of a small query, from the preview. */
  async rows(sql: string, request: Partial<ExecuteQueryRequest> = {}): Promise<unknown[][]> {
    const reply = await this.query(sql, request);
    return JSON.parse(reply.preview.text);
  }

  /** Writes a Parquet file among the objects from SQL; gives its path. */
  async object(name: string, sql: string, copyOptions = ''): Promise<string> {
    const path = join(this.objectsDir, name);
    await inDuckdb(`COPY (${sql}) TO '${path}' (FORMAT parquet${copyOptions})`);
    return path;
  }

  /** Files and directories that a failed task must not leave: the pool's directory and results. */
  leftFiles(): string[] {
    const pool = join(this.spoolDir, 'main');
    const tasks = existsSync(pool)
      ? readdirSync(pool).filter((name) => name.startsWith('task-'))
      : [];
    return [...tasks, ...readdirSync(this.spoolDir).filter((name) => name !== 'main')];
  }
}

export const plainRequest = {
  catalogs: [],
  defaultCatalog: null,
  defaultSchema: null,
  isChecked: true,
  kind: 'select',
  inlineBytes: 0,
  previewRows: 10_000,
  previewBytes: 8 * mebibyte,
} as const;

export const plainOptions: RunOptions = {
  workspaceId: 'work1',
  memoryBytes: 1024 * mebibyte,
  threads: 2,
  deadlineMs: 60_000,
};

/** Rows of one statement in an instance of the test's own. */
export async function inDuckdb(sql: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** A catalog `default` with one table `main.t(id BIGINT, name VARCHAR)` over the files. */
export function tableCatalog(
  files: readonly { path: string; rowCount: number }[],
  name = 'default',
): QueryCatalog {
  const columns = [
    { name: 'id', type: 'BIGINT', stored: 1 },
    { name: 'name', type: 'VARCHAR', stored: 2 },
  ];
  return { name, schemas: [{ name: 'main', tables: [{ name: 't', columns, files }] }] };
}
