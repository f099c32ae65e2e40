import type { HasJobs } from '../../jobs/job-store.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { badRequest, conflict } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { printable } from '../../lake/identifiers.ts';
import { type BatchRow, findBatchByKey, insertBatch } from '../../metadata/batch-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { type DatabaseTemplate, readTemplate } from '../databases/database-template.ts';
import { parseExpiry } from '../expiry.ts';
import type { Operation } from '../operation.ts';
import { toBatch } from './batch-body.ts';
import { readNameTemplate } from './batch-labels.ts';
import type { FillBatchPayload } from './fill-batch.ts';

/**
 * Limits of all declarations in one batch: a template is up to 8 MiB of JSON, and is multiplied.
 */
const maxDeclared = 1_000_000;
const maxDeclaredBytes = 512 * 2 ** 20;
const maxKeyLength = 256;
/**
 * Each step is small and its result is stored, so another attempt continues after the last step.
 */
const fillAttempts = 20;

/**
 * Accepts a batch and enqueues its job in one transaction; a repeated key returns the earlier
 * batch.
 */
export const createBatch: Operation<
  'databaseBatches.create',
  HasClock & HasJobs & HasMetadata
> = async (services, { scope, body }) => {
  const { metadata, jobs, clock } = services;
  const now = clock.now();
  const nameTemplate = readNameTemplate(body.name_template, body.count);
  const template = readTemplate(body);
  refuseTooMuch(template, body.count);
  const expiresAt = parseExpiry(body.expires_at, now);
  const key = readKey(body.idempotency_key);
  const { workspaceId, principal } = scope;

  return metadata.transaction(async (trx) => {
    const known = key === null ? null : await findBatchByKey(trx, workspaceId, key);
    if (known?.isRunning) {
      throw conflict(
        `A batch with the idempotency key ${printable(key ?? '')} is already running: '${known.batch.id}'; ask for that one`,
      );
    }
    if (known) return { status: 202, body: toBatch(known.batch) };
    const id = newId('batch');
    const { job } = await jobs.enqueue(
      {
        jobType: 'bulk_create_databases',
        workspaceId,
        listed: true,
        payload: { batchId: id } satisfies FillBatchPayload,
        maxAttempts: fillAttempts,
      },
      trx,
    );
    const row: BatchRow = {
      id,
      workspace_id: workspaceId,
      job_id: job.id,
      count: body.count,
      created_count: 0,
      cancel_requested: 0,
      name_template: nameTemplate,
      template: JSON.stringify(template),
      expires_at: expiresAt,
      idempotency_key: key,
      created_by: principal.tokenId,
      created_at: now,
      deleted_at: null,
    };
    await insertBatch(trx, row);
    return { status: 202, body: toBatch(row) };
  });
};

function readKey(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  if (text === '' || text.length > maxKeyLength) {
    throw badRequest(
      `'idempotency_key' takes 1 to ${maxKeyLength} characters; leave it out to have none`,
    );
  }
  return text;
}

function refuseTooMuch({ schemas }: DatabaseTemplate, count: number): void {
  const declared = schemas.reduce((sum, { tables }) => sum + 1 + tables.length, 0);
  if (declared * count > maxDeclared) {
    throw badRequest(
      `${count} databases of ${declared} schemas and tables each are more than ${maxDeclared}; declare less, or make several batches`,
    );
  }
  const bytes = Buffer.byteLength(JSON.stringify(schemas));
  if (bytes * count > maxDeclaredBytes) {
    throw badRequest(
      `${count} databases with ${bytes} bytes of declarations each are more than ${maxDeclaredBytes}; declare less, or make several batches`,
    );
  }
}
