import type { CreateIndexRequest } from '@quern/contract';
import { badRequest } from '../../kernel/errors.ts';

const vectorOptions = [
  'metric',
  'embedding_provider_id',
  'dimensions',
  'output_column',
  'on_embedding_failure',
  'algorithm',
  'nlist',
  'probe_fraction',
  'vector_precision',
] as const satisfies readonly (keyof CreateIndexRequest)[];

/** Clients send null for unused options. */
export function refuseVectorOptions(request: CreateIndexRequest): void {
  const given = vectorOptions.find((option) => (request[option] ?? null) !== null);
  if (given === undefined) return;
  throw badRequest(
    `'${given}' is of vector indexes; leave it out, or create one with index_type 'vector'`,
  );
}
