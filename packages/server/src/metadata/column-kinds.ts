import type { ColumnType } from 'kysely';

/** JSON text; parse and print it in the store that owns the column. */
export type Json = string;
export type Flag = 0 | 1;
export type Immutable<T> = ColumnType<T, T, never>;
export type FromSnapshot = ColumnType<number, number | undefined, never>;
