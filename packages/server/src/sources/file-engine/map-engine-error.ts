import { noRoom, saysNoRoom } from '../no-room.ts';
import { SourceError } from '../source-error.ts';

/**
 * Maps DuckDB's errors about given files, by the kind of error at the start of the message.
 * @param what the owner of the files: `the DuckLake`
 */
export function mapEngineError(thrown: unknown, what: string): unknown {
  if (thrown instanceof SourceError || !(thrown instanceof Error)) return thrown;
  const sourceCode = /^([A-Z][A-Za-z ]{0,30}) Error/.exec(thrown.message)?.[1];
  if (sourceCode === undefined) return thrown;
  if (saysNoRoom(thrown)) return noRoom(sourceCode);
  if (sourceCode === 'Out of Memory') {
    return new SourceError(
      'memory_limit',
      `Reading ${what} needs more memory than a source worker has; raise QUERN_SOURCE_MEMORY`,
      { sourceCode },
    );
  }
  if (sourceCode === 'Conversion') {
    return new SourceError(
      'value_not_representable',
      `A value of ${what} is none of the type that its column has; look for it with DuckDB, which cannot read it either`,
      { sourceCode },
    );
  }
  return new SourceError(
    'source_failed',
    `A file of ${what} is damaged; check it with DuckDB's own tools`,
    {
      sourceCode,
    },
  );
}
