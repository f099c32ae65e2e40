import { QuernError } from '../../kernel/errors.ts';
import type { Services } from '../services.ts';
import type { QueryOrigin } from './query-origin.ts';
import type { QueryText } from './query-text.ts';
import { RunRecord } from './run-record.ts';

/**
 * Records a text that planning refused as a failed run: the history tells of `'x'::int` and of a
 * table that is not there as it tells of what fails while it runs. What is nobody's mistake (an
 * engine too busy to plan) leaves no run.
 */
export async function recordRefusedQuery(
  services: Pick<Services, 'clock' | 'metadata' | 'nodeId' | 'settings'>,
  origin: QueryOrigin,
  text: QueryText,
  refusal: unknown,
): Promise<void> {
  if (!(refusal instanceof QuernError) || refusal.code !== 'BAD_REQUEST') return;
  const record = new RunRecord(services, origin);
  await record.insert(text, { synced: false });
  await record.fail('failed', refusal.message, false);
}
