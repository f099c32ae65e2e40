import type { CallOptions, Client } from '@quern/client';

interface ResultArguments {
  readonly id: string;
  readonly database_id: string;
  readonly offset?: number;
  readonly limit?: number;
}

/**
 * Rows of a kept result with the names and types of its columns. Throws where `assertReady` does.
 */
export async function readyResult(
  client: Client,
  args: ResultArguments,
  options: CallOptions = {},
) {
  const answer = await client.results.get(args, options);
  assertReady(answer);
  return answer;
}

/**
 * Throws where a result has failed or is still being written: such an answer is the state of a
 * result, none of its rows.
 */
export function assertReady(answer: {
  readonly status: string;
  readonly error_message?: string | null;
}): void {
  if (answer.status !== 'ready')
    throw new Error(answer.error_message ?? 'The result is not ready yet; try again in a moment.');
}
