import { QuernError } from '../../kernel/errors.ts';

export function resultTooLarge(maxBytes: number): QuernError {
  const mebibytes = Math.floor(maxBytes / 1024 / 1024);
  return new QuernError(
    'RESULT_TOO_LARGE',
    `the rows asked for are more than ${mebibytes} MiB of JSON; ask for fewer with 'limit' and 'offset', or use 'format=arrow', 'csv' or 'parquet'`,
  );
}
