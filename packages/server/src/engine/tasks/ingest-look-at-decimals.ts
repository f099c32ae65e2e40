import { quoteIdentifier } from '../../kernel/quoting.ts';
import type { FileSource } from '../ingest/file-source.ts';
import { mapIngestError } from '../ingest/map-ingest-error.ts';
import { sourceRelation } from '../ingest/source-relation.ts';
import type { Task } from '../task.ts';

export interface LookAtDecimalsRequest {
  readonly source: FileSource;
  /** Names of columns of the file that hold doubles. */
  readonly wanted: readonly string[];
}

/**
 * For each wanted column, the most digits after the point that a value has as it is printed; values
 * with an exponent do not count. 0 where there are none.
 */
export const lookAtDecimals: Task<LookAtDecimalsRequest, readonly number[]> = async (
  { connection },
  { source, wanted },
) => {
  const questions = wanted.map((name) => {
    const text = `CAST(${quoteIdentifier(name)} AS VARCHAR)`;
    const decimals = `length(rtrim(split_part(${text}, '.', 2), '0'))`;
    return `coalesce(max(${decimals}) FILTER (NOT contains(lower(${text}), 'e')), 0)`;
  });
  const sql = `SELECT ${questions.join(', ')} FROM ${sourceRelation(source)}`;
  try {
    const [answers = []] = (await connection.runAndReadAll(sql)).getRows();
    return wanted.map((_name, index) => Number(answers[index] ?? 0));
  } catch (error) {
    throw mapIngestError(error, source.format);
  }
};
