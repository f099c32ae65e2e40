import type { HasFiles } from '../engine/engine.ts';
import type { HasRemembered } from '../finding/remembered-rows.ts';
import type { HasClock } from '../kernel/clock.ts';
import type { HasLog } from '../kernel/log.ts';
import type { HasLakes } from '../lake/lake-catalogs.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import type { HasObjects } from '../objects/object-store.ts';
import type { HasDamage } from './damage-tally.ts';

/** Services to read tables of the lake. */
export type ReadServices = HasClock &
  HasDamage &
  HasFiles &
  HasLakes &
  HasLog &
  HasMetadata &
  HasObjects &
  HasRemembered;
