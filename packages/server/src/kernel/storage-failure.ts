/** The reason why the machine cannot store anything, whatever the data. */
export type StorageFailure = 'full' | 'read_only' | 'broken' | 'too_many_files';

const byCode: Readonly<Record<string, StorageFailure>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  // The process may not create such large files (RLIMIT_FSIZE), or the file system cannot.
  EFBIG: 'full',
  SQLITE_FULL: 'full',
  '53100': 'full',
  EROFS: 'read_only',
  SQLITE_READONLY: 'read_only',
  '25006': 'read_only',
  EIO: 'broken',
  ENXIO: 'broken',
  // A file is in the place of a folder of the store.
  ENOTDIR: 'broken',
  ESTALE: 'broken',
  SQLITE_IOERR: 'broken',
  SQLITE_CANTOPEN: 'broken',
  '58030': 'broken',
  EMFILE: 'too_many_files',
  ENFILE: 'too_many_files',
};

/**
 * The operating system's words (strerror), for engines that report nothing else. The words count
 * only in an error with the beginning of a file error. Errors of other kinds quote callers' texts
 * and files, which may contain the same words.
 */
const ioError = /^(?:Failed to [a-z ]+: )?IO Error: /;
const byWords: readonly (readonly [RegExp, StorageFailure])[] = [
  [/No space left on device|Dis[ck] quota exceeded|File too large/i, 'full'],
  [/Read-only file system/i, 'read_only'],
  [/Input\/output error|Stale (?:NFS )?file handle|Could not write all bytes/i, 'broken'],
  [/Too many open files/i, 'too_many_files'],
];

/** The depth to which causes of an error are examined. */
const deepestCause = 8;

/** The failure of the machine's storage behind an error or its causes; null for any other error. */
export function storageFailureOf(thrown: unknown): StorageFailure | null {
  let error = thrown;
  for (let depth = 0; depth < deepestCause && error instanceof Error; depth++) {
    const code = 'code' in error ? String(error.code) : '';
    // SQLite's extended codes have further words after the second: SQLITE_IOERR_WRITE.
    const known = byCode[code] ?? byCode[code.split('_').slice(0, 2).join('_')];
    if (known !== undefined) return known;
    const { message } = error;
    const words = ioError.test(message)
      ? byWords.find(([pattern]) => pattern.test(message))
      : undefined;
    if (words !== undefined) return words[1];
    error = error.cause;
  }
  // A worker reports an error as text.
  const told =
    typeof error === 'string' && error !== thrown ? /IO Error: [^\n]*/.exec(error)?.[0] : undefined;
  return (told !== undefined && byWords.find(([pattern]) => pattern.test(told))?.[1]) || null;
}
