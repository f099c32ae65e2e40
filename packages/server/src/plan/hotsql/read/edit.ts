/** A piece of a text and what it becomes; offsets in UTF-16 units. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
