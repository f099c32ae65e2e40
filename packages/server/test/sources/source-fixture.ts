import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parseType, printType } from '../../src/engine/types/duckdb-type.ts';
import { quoteIdentifier } from '../../src/kernel/quoting.ts';
import { completeConfig, readConfig } from '../../src/sources/read-config.ts';
import { findSourceType } from '../../src/sources/registry.ts';
import type {
  DiscoveredTable,
  DiscoverFilter,
  ExtractProgress,
  ExtractRequest,
  ExtractSummary,
  SourceConfig,
} from '../../src/sources/source.ts';
import {
  type SourceEvent,
  SourceWorkers,
  type SourceWorkersOptions,
} from '../../src/sources/worker/source-workers.ts';

export interface ReadTable {
  readonly summary: ExtractSummary;
  readonly progress: readonly ExtractProgress[];
  /** Every value as DuckDB's text, cast to the type that the summary says. */
  readonly rows: readonly (readonly (string | null)[])[];
}

/** Source workers as in the service: real processes, with a folder for staging. */
export class SourceFixture {
  readonly events: SourceEvent[] = [];
  readonly workers: SourceWorkers;
  readonly #folder = mkdtempSync(join(tmpdir(), 'quern-sources-'));
  /** Environment of the workers. */
  readonly scratchFolder = join(this.#folder, 'scratch');
  readonly #type: string;
  #extractions = 0;

  constructor(type: string, options: Partial<SourceWorkersOptions> = {}) {
    this.#type = type;
    mkdirSync(this.scratchFolder);
    this.workers = new SourceWorkers({
      workers: 3,
      memoryBytes: 400 * 2 ** 20,
      silenceMs: 600_000,
      scratchFolder: this.scratchFolder,
      rules: { allow: [], deny: [], loopbackOpen: true, own: [], ownPaths: [] },
      onEvent: (event) => this.events.push(event),
      ...options,
    });
  }

  /** Through the same reading of a configuration as a user's. */
  config(raw: Readonly<Record<string, unknown>>): SourceConfig {
    const type = findSourceType(this.#type);
    if (!type) throw new Error(`there is no type '${this.#type}'`);
    const { clear, secrets } = readConfig(type, raw, []);
    return completeConfig(type, clear, secrets);
  }

  target(config: SourceConfig, connectionId = JSON.stringify(config)) {
    return { type: this.#type, workspaceId: 'work', connectionId, config };
  }

  check(config: SourceConfig, deadlineMs = 60_000) {
    return this.workers.check(this.target(config), {
      signal: new AbortController().signal,
      deadlineMs,
    });
  }

  async discover(
    config: SourceConfig,
    filter: DiscoverFilter = {},
    deadlineMs = 60_000,
  ): Promise<DiscoveredTable[]> {
    const found: DiscoveredTable[] = [];
    await this.workers.discover(this.target(config), filter, {
      signal: new AbortController().signal,
      deadlineMs,
      onTables: (tables) => {
        found.push(...tables);
      },
    });
    return found;
  }

  extract(
    config: SourceConfig,
    request: Omit<ExtractRequest, 'folder'>,
    options: {
      signal?: AbortSignal;
      deadlineMs?: number;
      onProgress?: (progress: ExtractProgress) => void;
    } = {},
  ): Promise<ExtractSummary> & { readonly folder: string } {
    this.#extractions += 1;
    const folder = join(this.#folder, String(this.#extractions));
    mkdirSync(folder);
    const { signal = new AbortController().signal, deadlineMs = 60_000, onProgress } = options;
    const extraction = this.workers.extract(
      this.target(config),
      { ...request, folder },
      { signal, deadlineMs, ...(onProgress ? { onProgress } : {}) },
    );
    return Object.assign(extraction, { folder });
  }

  async read(config: SourceConfig, request: Omit<ExtractRequest, 'folder'>): Promise<ReadTable> {
    const progress: ExtractProgress[] = [];
    const extraction = this.extract(config, request, { onProgress: (part) => progress.push(part) });
    const summary = await extraction;
    return { summary, progress, rows: await readStaged(extraction.folder, summary) };
  }

  async close(): Promise<void> {
    await this.workers.close();
    rmSync(this.#folder, { recursive: true });
  }
}

async function readStaged(
  folder: string,
  { columns, files }: ExtractSummary,
): Promise<(string | null)[][]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const list = files.map(({ name }) => `'${join(folder, name)}'`).join(', ');
    const described = await connection.runAndReadAll(
      `DESCRIBE SELECT * FROM read_parquet([${list}])`,
    );
    const types = described
      .getRows()
      .map(([name, type]) => [name, printType(parseType(String(type)))]);
    const said = columns.map(({ name, stagedType }) => [name, printType(parseType(stagedType))]);
    if (JSON.stringify(types) !== JSON.stringify(said))
      throw new Error(`${JSON.stringify(types)} is not what was said`);
    const texts = columns.map(
      ({ name, type }) => `CAST(CAST(${quoteIdentifier(name)} AS ${type}) AS VARCHAR)`,
    );
    const read = await connection.runAndReadAll(
      `SELECT ${texts.join(', ')} FROM read_parquet([${list}])`,
    );
    return read.getRowsJson() as (string | null)[][];
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

export interface DocumentedType {
  readonly sourceType: string;
  readonly value: string;
  readonly type: string;
  readonly text: string;
}

/** The rows of a table of docs/types.md, which is what is tested. Throws where there is none. */
export function documentedTypes(heading: string): DocumentedType[] {
  const text = readFileSync(new URL('../../../../docs/types.md', import.meta.url), 'utf8');
  const [, section = ''] = text.split(`## ${heading}\n`);
  const [body = ''] = section.split('\n## ');
  const lines = body.split('\n').filter((line) => line.startsWith('| `'));
  if (lines.length === 0) throw new Error(`docs/types.md has no table '${heading}'`);
  return lines.map((line) => {
    const cells = line.slice(2, -2).split(/(?<!\\) \| /);
    const [sourceType = '', value = '', type = '', printed = ''] = cells.map((cell) =>
      cell.trim() === '' ? '' : cell.replace(/^`|`\s*$/g, '').replaceAll('\\|', '|'),
    );
    return { sourceType, value, type, text: printed };
  });
}
