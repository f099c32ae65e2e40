import type { MigrationContext } from './create-table.ts';

/**
 * One step forward of the metadata tables. Once released it never changes; a mistake is corrected
 * by a later one.
 */
export interface Migration {
  /** 1, 2, 3 ... without gaps. */
  readonly version: number;
  readonly name: string;
  up(context: MigrationContext): Promise<void>;
}
