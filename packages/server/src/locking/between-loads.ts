import { resourceLocked } from '../kernel/errors.ts';
import { tableLock } from '../metadata/lock-names.ts';
import type { LockServices } from './with-lock.ts';
import { type HeldLock, type LockPatience, withLock } from './with-lock.ts';

interface Loaded {
  readonly lakeId: string;
  readonly schema: string;
  readonly table: string;
}

/**
 * Runs `work` while no load of the table runs. Throws RESOURCE_LOCKED for a running load, after
 * `patience`, or at once without patience.
 */
export function betweenLoads<T>(
  services: LockServices,
  { lakeId, schema, table }: Loaded,
  work: (lock: HeldLock) => Promise<T>,
  patience?: LockPatience,
): Promise<T> {
  const busy = () =>
    resourceLocked(`Table '${schema}.${table}' is being loaded by another request; try again`, 2);
  return withLock(services, tableLock({ lakeId, schema, table }), busy, work, patience);
}
