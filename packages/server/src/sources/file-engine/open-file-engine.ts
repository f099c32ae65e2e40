import type { DuckDBConnection } from '@duckdb/node-api';
import { DuckDBInstance } from '../../engine/duckdb.ts';
import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import type { SourceContext } from '../source.ts';

/** DuckDB in a source worker, which reads the files it was given and writes into one folder. */
export interface FileEngine {
  readonly connection: DuckDBConnection;
  close(): void;
}

export interface FileEngineOptions {
  /**
   * Files and folders that may be read, by their true paths; nothing else can be, and no network.
   */
  readonly readable: readonly string[];
  /** Where it may write, and spills to; without one it writes nothing. */
  readonly folder?: string;
  /** A database file that is attached for reading, and its name there. */
  readonly attach?: { readonly path: string; readonly name: string };
}

/**
 * The share of the worker's memory that DuckDB may count: much of what it allocates it does not
 * count, and the rest of the process has some 100 MiB.
 */
const memoryShare = 0.4;
const threads = 2;

/**
 * Locked before anything of a file is bound: a view of a foreign database may name any file. The
 * caller closes it.
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
    // Before a file is attached: what its first bytes say must load nothing.
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
