/** What an engine says to a statement: rows as PostgreSQL would write their values, or an error. */
export type Answer = RowsAnswer | ErrorAnswer;

export interface RowsAnswer {
  readonly names: readonly string[];
  /** PostgreSQL's names: `int4`, `numeric`, `_text`, `record`. */
  readonly types: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

export interface ErrorAnswer {
  readonly message: string;
  /** Five characters; undefined for an error that is nobody's but ours. */
  readonly sqlstate: string | undefined;
  /** Said by the planner about a construct it does not take. */
  readonly refused?: boolean;
}

export function isError(answer: Answer): answer is ErrorAnswer {
  return 'message' in answer;
}
