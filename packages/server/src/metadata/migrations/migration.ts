import type { MigrationContext } from './create-table.ts';

/**
 * One forward step of the metadata tables. A released migration never changes; a later migration
 * corrects mistakes.
 */
export interface Migration {
  /** 1, 2, 3 ... without gaps. */
  readonly version: number;
  readonly name: string;
  up(context: MigrationContext): Promise<void>;
}
