/** Answer of an engine to a statement: rows in PostgreSQL's text, or an error. */
export type Answer = RowsAnswer | ErrorAnswer;

export interface RowsAnswer {
  readonly names: readonly string[];
  /** PostgreSQL's names: `int4`, `numeric`, `_text`, `record`. */
  readonly types: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

export interface ErrorAnswer {
  readonly message: string;
  /** Five characters; undefined for an error without a class of PostgreSQL. */
  readonly sqlstate: string | undefined;
  /** True if the planner refused an unsupported construct. */
  readonly refused?: boolean;
}

export function isError(answer: Answer): answer is ErrorAnswer {
  return 'message' in answer;
}
