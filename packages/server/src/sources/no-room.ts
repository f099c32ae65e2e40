import { storageFailureOf } from '../kernel/storage-failure.ts';
import { SourceError } from './source-error.ts';

const codes = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS'];

/** The error for the service's own disk, whatever the source. */
export const noRoom = (sourceCode?: string) =>
  new SourceError(
    'disk_full',
    'The service has no room left for what it reads; ask its operator to make room',
    sourceCode === undefined ? {} : { sourceCode },
  );

/**
 * Maps an operating system failure that means a full disk; else null. A server's own codes (53100,
 * ER_DISK_FULL) are about the server's disk.
 */
export function asNoRoom(thrown: unknown): SourceError | null {
  const code = String((thrown as { readonly code?: unknown } | null | undefined)?.code);
  return codes.includes(code) ? noRoom(code) : null;
}

/**
 * True if a DuckDB error means a full disk. DuckDB has no codes, and a quoted value may contain the
 * same words.
 */
export function saysNoRoom(thrown: unknown): boolean {
  const failure = storageFailureOf(thrown);
  if (failure === 'full' || failure === 'read_only') return true;
  return thrown instanceof Error && /^Out of Memory Error: failed to offload/.test(thrown.message);
}
