import type { ColumnType } from 'kysely';

/** JSON text. The store of the column parses and prints the text. */
export type Json = string;
export type Flag = 0 | 1;
export type Immutable<T> = ColumnType<T, T, never>;
export type FromSnapshot = ColumnType<number, number | undefined, never>;
