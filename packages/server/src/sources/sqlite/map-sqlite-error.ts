import { wordsOf } from '../database-server.ts';
import { SourceError, type SourceErrorClass } from '../source-error.ts';

type Meaning = readonly [SourceErrorClass, (path: string) => string];

const unreadable: Meaning = [
  'permission',
  (path) => `File '${path}' cannot be read; check its permissions and its folder's`,
];
const busy: Meaning = ['conflict', (path) => `File '${path}' is being written; try again`];
const failed: Meaning = [
  'source_failed',
  (path) => `File '${path}' cannot be read; check it with SQLite's own tools`,
];

/** Keyed by SQLite's primary result code. */
const byCode: Readonly<Record<string, Meaning>> = {
  SQLITE_BUSY: busy,
  SQLITE_LOCKED: busy,
  SQLITE_CANTOPEN: unreadable,
  SQLITE_PERM: unreadable,
  SQLITE_READONLY: unreadable,
  SQLITE_AUTH: unreadable,
  SQLITE_NOTADB: [
    'configuration',
    (path) => `File '${path}' is not an SQLite database, or is encrypted`,
  ],
  SQLITE_CORRUPT: [
    'source_failed',
    (path) => `File '${path}' is damaged; restore it, or mend it with SQLite's own tools`,
  ],
};

export function mapSqliteError(thrown: unknown, path: string): SourceError {
  if (thrown instanceof SourceError) return thrown;
  const { code, message } = thrown as { code?: unknown; message?: unknown };
  const text = typeof code === 'string' ? code : 'none';
  // An SQL error of a view. The message contains only names.
  if (text === 'SQLITE_ERROR') {
    const sentence = `File '${path}': a view or a generated column there does not hold; mend it there`;
    const words = wordsOf(typeof message === 'string' ? message : undefined);
    return new SourceError('table_failed', sentence + words, { sourceCode: text });
  }
  const [errorClass, sentence] = byCode[text.split('_').slice(0, 2).join('_')] ?? failed;
  return new SourceError(errorClass, sentence(path), { sourceCode: text });
}
