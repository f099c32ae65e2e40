import type { HasSettings } from '../config/settings.ts';
import type { HasFiles } from '../engine/engine.ts';
import type { HasEngine } from '../engine/tasks/engine-tasks.ts';
import type { HasClock } from '../kernel/clock.ts';
import type { HasLakes } from '../lake/lake-catalogs.ts';
import type { LockServices } from '../locking/with-lock.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import type { HasObjects } from '../objects/object-store.ts';
import type { HasVault } from '../secrets/secret-vault.ts';
import type { HasSources } from '../sources/source.ts';

/** Services that bring a source's table up to date. */
export type SyncServices = LockServices &
  HasClock &
  HasEngine &
  HasFiles &
  HasLakes &
  HasMetadata &
  HasObjects &
  HasSettings &
  HasSources &
  HasVault;
