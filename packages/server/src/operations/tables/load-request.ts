import type { ColumnDefinition, LoadManagedTableRequest } from '@quern/contract';
import { badRequest, QuernError } from '../../kernel/errors.ts';
import { maxInlineBytes } from '../../scope/limits.ts';

/** A checked load; a plain value, so that it can wait in the job queue. */
export interface LoadSpec {
  readonly mode: 'replace' | 'append';
  readonly source: LoadSource;
}

export type LoadSource =
  | { readonly kind: 'upload'; readonly uploadId: string; readonly format: 'csv' | 'json' | 'parquet' | null }
  | { readonly kind: 'result'; readonly resultId: string }
  | {
      readonly kind: 'inline';
      readonly data: string;
      readonly columns: Readonly<Record<string, ColumnDefinition>> | null;
      readonly idempotencyKey: string | null;
    };

/** Checks everything about a load that the request alone can show (wire-contract.md 7.1, 7.2, 7.5); throws 400 or 413. */
export function readLoadRequest(body: LoadManagedTableRequest): LoadSpec {
  if (body.mode !== 'replace' && body.mode !== 'append') {
    throw badRequest(`Load mode '${body.mode}' is not offered by this version; use 'replace' or 'append'`);
  }
  const given = (['upload_id', 'result_id', 'data'] as const).filter((field) => typeof body[field] === 'string');
  if (given.length !== 1) {
    throw badRequest("Give exactly one source: 'upload_id', 'result_id' or 'data'");
  }
  if (typeof body.data !== 'string') {
    if (body.columns !== undefined) throw badRequest("'columns' goes with 'data' only");
    if (typeof body.idempotency_key === 'string') throw badRequest("'idempotency_key' goes with 'data' only");
  }
  return { mode: body.mode, source: readSource(body) };
}

function readSource(body: LoadManagedTableRequest): LoadSource {
  const format = body.format ?? null;
  if (typeof body.upload_id === 'string') return { kind: 'upload', uploadId: body.upload_id, format };
  if (typeof body.result_id === 'string') {
    if (format !== null) throw badRequest("'format' does not go with 'result_id'");
    if (body.async === true) throw badRequest("A load from 'result_id' is always synchronous; leave 'async' out");
    return { kind: 'result', resultId: body.result_id };
  }
  const data = body.data ?? '';
  if (format !== null && format !== 'csv') throw badRequest("'data' is CSV text; 'format' can only be 'csv' with it");
  if (Buffer.byteLength(data) > maxInlineBytes) {
    throw new QuernError(
      'INLINE_DATA_TOO_LARGE',
      "'data' takes 2 MiB of CSV text at most; upload a larger file and load it by upload_id",
    );
  }
  return { kind: 'inline', data, columns: body.columns ?? null, idempotencyKey: body.idempotency_key ?? null };
}
