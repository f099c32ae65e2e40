import { SourceError } from '../source-error.ts';

/** What DuckDB says of the lake's own files; what a catalog says is mapped by its own kind of source. */
export function mapDucklakeError(thrown: unknown): SourceError {
  if (thrown instanceof SourceError) return thrown;
  const text = thrown instanceof Error ? thrown.message : '';
  const sourceCode = /^([A-Z][A-Za-z ]{0,30}) Error/.exec(text)?.[1] ?? 'none';
  if (sourceCode === 'Out of Memory') {
    return new SourceError(
      'memory_limit',
      'Reading the DuckLake needs more memory than a source worker has; raise QUERN_SOURCE_MEMORY',
      {
        sourceCode,
      },
    );
  }
  if (/No space left on device|failed to offload/i.test(text)) {
    return new SourceError(
      'disk_full',
      'The service has no room left for what it reads; ask its operator to make room',
      { sourceCode },
    );
  }
  if (sourceCode === 'Conversion') {
    return new SourceError(
      'value_not_representable',
      'A value of the DuckLake is none of the type that its column has; look for it with DuckDB, which cannot read it either',
      { sourceCode },
    );
  }
  if (thrown instanceof Error && sourceCode !== 'none') {
    return new SourceError('source_failed', "A file of the DuckLake is damaged; check it with DuckDB's own tools", {
      sourceCode,
    });
  }
  throw thrown;
}
