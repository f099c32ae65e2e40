import { SourceError } from './source-error.ts';

const codes = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS'];
/** DuckDB has no codes: its words for the same. */
const words =
  /No space left on device|Disk quota exceeded|File too large|Read-only file system|failed to offload/i;

/** Of the disk of the service, whatever the source. */
export const noRoom = (sourceCode?: string) =>
  new SourceError(
    'disk_full',
    'The service has no room left for what it reads; ask its operator to make room',
    sourceCode === undefined ? {} : { sourceCode },
  );

/** A failure of the operating system, where it is that a disk takes no more; else null. */
export function asNoRoom(thrown: unknown): SourceError | null {
  const code = String((thrown as { readonly code?: unknown } | null | undefined)?.code);
  return codes.includes(code) ? noRoom(code) : null;
}

/** Whether that is what a message of DuckDB says. */
export const saysNoRoom = (message: string): boolean => words.test(message);
