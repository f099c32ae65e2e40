import { type FileEngine, openFileEngine } from '../file-engine/open-file-engine.ts';
import type { SourceSession } from '../session-driver.ts';
import type { SourceConfig, SourceContext } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { mapDuckdbError } from './map-duckdb-error.ts';

/** The file's name in the engine. */
export const attachedName = 'source';

export interface DuckdbFile extends SourceSession {
  readonly engine: FileEngine;
}

/**
 * Opens the file for reading, including changes that are only in its log. The caller closes the
 * file.
 */
export async function openDuckdb(
  context: SourceContext,
  config: SourceConfig,
  folder?: string,
): Promise<DuckdbFile> {
  const path = String(config.path);
  const mapError = (thrown: unknown) =>
    context.signal.aborted
      ? new SourceError('cancelled', `Reading '${path}' was cancelled`)
      : mapDuckdbError(thrown, path);
  const actual = await context.resolveFile(path);
  try {
    const engine = await openFileEngine(context, {
      readable: [actual, `${actual}.wal`],
      attach: { path: actual, name: attachedName },
      ...(folder === undefined ? {} : { folder }),
    });
    return { engine, mapError, close: async () => engine.close() };
  } catch (error) {
    throw mapError(error);
  }
}
