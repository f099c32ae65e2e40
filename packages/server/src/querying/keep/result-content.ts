import type { HasFiles } from '../../engine/engine.ts';
import type { ResultContent } from '../../metadata/result-store.ts';
import { resultKey } from '../../objects/keys.ts';
import type { ExecutedPlan } from './executed-plan.ts';
import type { HasStoreHealth } from './store-health.ts';

/**
 * The stored content of a result: small rows inline from the reply, or a file published as a synced
 * object.
 */
export async function resultContent(
  { files, storeHealth }: HasFiles & HasStoreHealth,
  result: { readonly id: string; readonly workspaceId: string },
  { rows, parquet, result: file }: Pick<ExecutedPlan, 'rows' | 'parquet' | 'result'>,
): Promise<ResultContent> {
  if (rows) return { rows };
  if (parquet) return { parquet };
  const objectKey = resultKey(result.workspaceId, result.id);
  try {
    await files.publish(objectKey, file);
  } catch (error) {
    storeHealth.note('failed');
    throw error;
  }
  storeHealth.note('kept');
  return { objectKey };
}
