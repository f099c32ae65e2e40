import { badRequest } from '../../kernel/errors.ts';
import { loadParser } from '../../plan/front-end.ts';
import { Refusal } from '../../plan/hotsql/read/refusal.ts';
import { readWrite } from '../../plan/hotsql/write/read-write.ts';
import type { WriteStatement } from '../../plan/statements/write-statement.ts';
import type { Task } from '../task.ts';

export interface ReadStatementsRequest {
  /** The statements of a script, each by itself. */
  readonly texts: readonly string[];
}

/** What each statement of a script does. Throws BAD_REQUEST with PostgreSQL's code. */
export const readStatements: Task<ReadStatementsRequest, readonly WriteStatement[]> = async (
  _context,
  { texts },
) => {
  await loadParser();
  return texts.map((text) => {
    try {
      return readWrite(text);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw badRequest(error.message, error);
    }
  });
};
