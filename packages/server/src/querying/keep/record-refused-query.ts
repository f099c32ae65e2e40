import type { HasSettings } from '../../config/settings.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { QuernError } from '../../kernel/errors.ts';
import type { HasNodeId } from '../../metadata/nodes.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { QueryText } from '../understand/query-text.ts';
import type { QueryOrigin } from './query-origin.ts';
import { RunRecord } from './run-record.ts';

/**
 * Records a text refused by the planner as a failed run, so the history has `'x'::int` and a
 * missing table as well as errors during execution. A failure that is not the text's fault (an
 * engine too busy to plan) leaves no run.
 */
export async function recordRefusedQuery(
  services: HasClock & HasMetadata & HasNodeId & HasSettings,
  origin: QueryOrigin,
  text: QueryText,
  refusal: unknown,
): Promise<void> {
  if (!(refusal instanceof QuernError) || refusal.code !== 'BAD_REQUEST') return;
  const record = new RunRecord(services, origin);
  await record.insert(text, { synced: false });
  await record.fail('failed', refusal.message, false);
}
