export interface PreviewColumn {
  readonly name: string;
  readonly type: string;
}

/** Facts about the rows from the beginning of a text. */
export interface FoundText {
  /** Empty if unknown. */
  readonly columns: readonly PreviewColumn[];
  /** First rows; null as a load would store it. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** CSV options, detected or chosen. */
  readonly delimiter?: string;
  /** Why the load will be refused. */
  readonly problem?: string;
}
