export interface PreviewColumn {
  readonly name: string;
  readonly type: string;
}

/** What the beginning of a text tells of its rows. */
export interface FoundText {
  /** Empty where it does not tell. */
  readonly columns: readonly PreviewColumn[];
  /** The first ones; null as it will be kept. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** Of CSV, as it was found or chosen. */
  readonly delimiter?: string;
  /** Why the load will be refused. */
  readonly problem?: string;
}
