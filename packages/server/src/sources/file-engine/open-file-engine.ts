import type { DuckDBConnection } from '@duckdb/node-api';
import { DuckDBInstance } from '../../engine/duckdb.ts';
import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import type { SourceContext } from '../source.ts';

/** DuckDB in a source worker, which reads the given files and writes into one folder. */
export interface FileEngine {
  readonly connection: DuckDBConnection;
  close(): void;
}

export interface FileEngineOptions {
  /** True paths of readable files and folders; all other files and the network are blocked. */
  readonly readable: readonly string[];
  /** Folder for output and spilling; absent: the engine writes nothing. */
  readonly folder?: string;
  /** A database file to attach for reading, and its name in the engine. */
  readonly attach?: { readonly path: string; readonly name: string };
}

/**
 * The share of the worker's memory for DuckDB's accounting. DuckDB does not count much of its
 * allocation, and the rest of the process takes some 100 MiB.
 */
const memoryShare = 0.4;
const threads = 2;

/**
 * The configuration is locked before DuckDB binds anything in a file: a view of a foreign database
 * may name any file. The caller closes the engine.
 */
export async function openFileEngine(
  { signal, memoryBytes }: Pick<SourceContext, 'signal' | 'memoryBytes'>,
  { readable, folder, attach }: FileEngineOptions,
): Promise<FileEngine> {
  signal.throwIfAborted();
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const interrupt = () => connection.interrupt();
  const close = () => {
    signal.removeEventListener('abort', interrupt);
    connection.closeSync();
    instance.closeSync();
  };
  try {
    const set = async (settings: readonly Setting[]) => {
      for (const [name, value] of settings) await connection.run(`SET GLOBAL ${name} = ${value}`);
    };
    // Set before attaching: the first bytes of a file must not load an extension.
    await set(noExtensions);
    if (attach) {
      const name = quoteIdentifier(attach.name);
      await connection.run(
        `ATTACH ${quoteLiteral(attach.path)} AS ${name} (TYPE duckdb, READ_ONLY)`,
      );
    }
    await set(policy(readable, folder, memoryBytes));
    signal.addEventListener('abort', interrupt, { once: true });
    return { connection, close };
  } catch (error) {
    close();
    throw error;
  }
}

type Setting = readonly [name: string, value: string];

const noExtensions: readonly Setting[] = [
  ['autoinstall_known_extensions', 'false'],
  ['autoload_known_extensions', 'false'],
  ['allow_community_extensions', 'false'],
];

function policy(
  readable: readonly string[],
  folder: string | undefined,
  memoryBytes: number,
): readonly Setting[] {
  const list = (paths: readonly string[]) => `[${paths.map(quoteLiteral).join(', ')}]`;
  return [
    ['allow_persistent_secrets', 'false'],
    ['temp_directory', quoteLiteral(folder ?? '')],
    ['memory_limit', quoteLiteral(`${Math.floor(memoryBytes * memoryShare)}B`)],
    ['threads', String(threads)],
    ['TimeZone', quoteLiteral('UTC')],
    ['allowed_paths', list(readable)],
    ['allowed_directories', list(folder === undefined ? [] : [folder])],
    ['enable_external_access', 'false'],
    ['lock_configuration', 'true'],
  ];
}
