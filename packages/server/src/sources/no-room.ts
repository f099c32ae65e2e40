import { storageFailureOf } from '../kernel/storage-failure.ts';
import { SourceError } from './source-error.ts';

const codes = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS'];

/** Of the disk of the service, whatever the source. */
export const noRoom = (sourceCode?: string) =>
  new SourceError(
    'disk_full',
    'The service has no room left for what it reads; ask its operator to make room',
    sourceCode === undefined ? {} : { sourceCode },
  );

/**
 * A failure of the operating system, where it is that a disk takes no more; else null. A server's
 * own codes (53100, ER_DISK_FULL) are of its disk.
 */
export function asNoRoom(thrown: unknown): SourceError | null {
  const code = String((thrown as { readonly code?: unknown } | null | undefined)?.code);
  return codes.includes(code) ? noRoom(code) : null;
}

/**
 * Whether that is what an error of DuckDB says. It has no codes, and a value that it quotes may
 * have the same words.
 */
export function saysNoRoom(thrown: unknown): boolean {
  const failure = storageFailureOf(thrown);
  if (failure === 'full' || failure === 'read_only') return true;
  return thrown instanceof Error && /^Out of Memory Error: failed to offload/.test(thrown.message);
}
