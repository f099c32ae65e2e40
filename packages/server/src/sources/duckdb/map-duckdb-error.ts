import { noRoom, saysNoRoom } from '../no-room.ts';
import { SourceError, type SourceErrorClass } from '../source-error.ts';

type Meaning = readonly [SourceErrorClass, (path: string) => string];

/** DuckDB has no error codes. Messages about files begin with the kind of error (1.5). */
const byWords: readonly (readonly [RegExp, Meaning])[] = [
  [
    /Could not set lock on file|Conflicting lock/,
    [
      'conflict',
      (path) =>
        `File '${path}' is open for writing in another process; close it there and try again`,
    ],
  ],
  [
    /database file.*version number|newer version of DuckDB|storage version/i,
    [
      'unsupported',
      (path) =>
        `File '${path}' was written by another version of DuckDB than this service reads; export it with EXPORT DATABASE and import it with DuckDB 1.5`,
    ],
  ],
  [
    /not a valid DuckDB database file|is not a DuckDB|no DuckDB database/i,
    ['configuration', (path) => `File '${path}' is not a DuckDB database`],
  ],
  [
    /encrypt/i,
    [
      'unsupported',
      (path) =>
        `File '${path}' is encrypted, and encrypted databases are not read; copy it into one that is not`,
    ],
  ],
  [
    /Permission denied|Cannot open file/,
    ['permission', (path) => `File '${path}' cannot be read; check its permissions`],
  ],
  [
    /^Out of Memory Error/,
    [
      'memory_limit',
      (path) =>
        `Reading '${path}' needs more memory than a source worker has; raise QUERN_SOURCE_MEMORY`,
    ],
  ],
  [
    /^(Permission|Missing Extension) Error|file system operations are disabled|extension/i,
    [
      'unsupported',
      (path) =>
        `A view in '${path}' reads other files or needs an extension, which this service does not allow; make a table of it`,
    ],
  ],
  [
    /^(Catalog|Binder|Parser) Error/,
    [
      'table_failed',
      (path) =>
        `A view in '${path}' does not hold: it names what is gone, or what this version of DuckDB does not have; mend it there`,
    ],
  ],
  [
    /^(Conversion|Out of Range|Invalid Input|Divide by Zero|Constraint) Error/,
    [
      'table_failed',
      (path) => `A value that a view in '${path}' computes cannot be had; mend it there`,
    ],
  ],
  [
    /^(IO|Serialization|Internal|INTERNAL|Corrupt).*Error|checksum|corrupt/i,
    [
      'source_failed',
      (path) =>
        `File '${path}' is damaged or was changed while it was read; check it with DuckDB's own tools`,
    ],
  ],
];

const failed = (path: string) => `File '${path}' cannot be read; check it with DuckDB's own tools`;

export function mapDuckdbError(thrown: unknown, path: string): SourceError {
  if (thrown instanceof SourceError) return thrown;
  const text = thrown instanceof Error ? thrown.message : '';
  const sourceCode =
    /^(?:Failed to [a-z ]+: )?([A-Z][A-Za-z ]{0,30}) Error/.exec(text)?.[1] ?? 'none';
  if (saysNoRoom(thrown)) return noRoom(sourceCode);
  const [, [errorClass, sentence] = ['source_failed', failed] as Meaning] =
    byWords.find(([words]) => words.test(text)) ?? [];
  return new SourceError(errorClass, sentence(path), { sourceCode });
}
