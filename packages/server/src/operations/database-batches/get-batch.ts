import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { Operation } from '../operation.ts';
import { requireBatch, toBatch } from './batch-body.ts';

export const getBatch: Operation<'databaseBatches.get', HasMetadata> = async (
  services,
  { scope, params },
) => ({
  status: 200,
  body: toBatch(await requireBatch(services, scope, params.batch_id)),
});
