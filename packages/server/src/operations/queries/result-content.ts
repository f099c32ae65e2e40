import type { ExecuteQueryReply } from '../../engine/query/query-request.ts';
import type { ResultContent } from '../../metadata/result-store.ts';
import { resultKey } from '../../objects/keys.ts';
import type { Services } from '../services.ts';

/**
 * What a result's row holds of its rows: small ones came with the reply; a file is published as an
 * object, synced.
 */
export async function resultContent(
  { objects, storeHealth }: Pick<Services, 'objects' | 'storeHealth'>,
  result: { readonly id: string; readonly workspaceId: string },
  { rows, parquet }: Pick<ExecuteQueryReply, 'rows' | 'parquet'>,
  resultPath: string,
): Promise<ResultContent> {
  if (rows) return { rows };
  if (parquet) return { parquet };
  const objectKey = resultKey(result.workspaceId, result.id);
  try {
    await objects.putFile(objectKey, resultPath, { isSynced: true });
  } catch (error) {
    storeHealth.note('failed');
    throw error;
  }
  storeHealth.note('kept');
  return { objectKey };
}
