import { sql } from 'kysely';
import { type Clock, farAheadMs } from '../kernel/clock.ts';
import { resourceLocked } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { invariant } from '../kernel/invariant.ts';
import type { Metadata, MetadataHandle, MetadataTransaction } from '../metadata/open-metadata.ts';
import { type Job, type JobProgress, toJob } from './job-row.ts';
import {
  afterFailure,
  busyDelayMs,
  type JobStatus,
  nextJobStatus,
  retryDelayMs,
} from './job-state.ts';

export interface JobRequest {
  readonly jobType: string;
  readonly workspaceId?: string | null;
  /** The database of the job. Credentials limited to another database may not see the job. */
  readonly databaseId?: string | null;
  /** True for a job of the contract on a caller's request; false (default) for maintenance. */
  readonly listed?: boolean;
  /** A JSON value. */
  readonly payload?: unknown;
  /** The total number of attempts; default 5. */
  readonly maxAttempts?: number;
  /** While a job with the key is pending or running, no other job is created. */
  readonly dedupeKey?: string;
  /** Default now. */
  readonly runAt?: number;
}

export interface Enqueued {
  readonly job: Job;
  /** False when a live job with the same dedupeKey existed; `job` is the live job. */
  readonly created: boolean;
}

/** A job that the process runs, with its fencing token. */
export interface ClaimedJob {
  readonly job: Job;
  readonly fencingToken: number;
}

export interface JobOutcome {
  readonly status: 'succeeded' | 'partially_succeeded';
  /** A JSON value. */
  readonly result: unknown;
  /** The failed part, in words for the caller; used with `partially_succeeded`. */
  readonly errorMessage?: string;
}

export interface JobFailure {
  /** The message for the caller, also shown before a retry. */
  readonly message: string;
  /** A code of kernel/errors.ts. */
  readonly code?: string;
  /** False when another attempt would fail the same way. */
  readonly canRepeat: boolean;
  /**
   * Another job holds a needed resource. The job waits without a limit and never uses up its last
   * attempt.
   */
  readonly isBusy?: boolean;
}

export interface JobFilter {
  readonly workspaceId: string;
  readonly databaseId?: string;
  readonly jobTypes?: readonly string[];
  readonly statuses?: readonly JobStatus[];
  readonly limit: number;
  readonly offset: number;
}

/**
 * Jobs in the metadata. Functions that change a claimed job return false when the lease has another
 * owner.
 */
export interface JobStore {
  /** Enqueues a job. With `trx`, the job exists and runners wake only after the commit. */
  enqueue(request: JobRequest, trx?: MetadataTransaction): Promise<Enqueued>;
  /**
   * Claims the next due job of one of `jobTypes`, or returns null. The job runs under `owner` for
   * `leaseMs`, and the attempt is counted. Jobs of the workspaces `besides` are skipped.
   */
  claim(
    owner: string,
    leaseMs: number,
    jobTypes: readonly string[],
    besides?: readonly string[],
  ): Promise<ClaimedJob | null>;
  /**
   * Ends attempts with expired leases. Their jobs become pending again, or failed after the last
   * attempt. Returns the number of attempts.
   */
  endExpiredLeases(): Promise<number>;
  heartbeat(claimed: ClaimedJob, leaseMs: number): Promise<boolean>;
  /** Publishes the progress of the job. */
  report(claimed: ClaimedJob, progress: JobProgress): Promise<boolean>;
  complete(claimed: ClaimedJob, outcome: JobOutcome): Promise<boolean>;
  /**
   * Makes the job pending again after a delay that doubles (busy: a short delay). The job fails
   * when attempts are used up or the failure is permanent.
   */
  fail(claimed: ClaimedJob, failure: JobFailure): Promise<boolean>;
  /** Records for a cancelled job that the present attempt may have committed some work. */
  tellCommitted(claimed: ClaimedJob): Promise<void>;
  /** Makes the job pending again at once, without counting the attempt, because the node stops. */
  giveBack(claimed: ClaimedJob): Promise<boolean>;
  /**
   * Throws RESOURCE_LOCKED unless the claim is still valid. Nobody can claim the job before `trx`
   * ends.
   */
  assertLease(trx: MetadataTransaction, claimed: ClaimedJob): Promise<void>;
  get(id: string): Promise<Job | null>;
  /**
   * Ends a live job permanently: later commits of the job are refused. Returns false for an ended
   * job, and for a job that has done its work and only has to report the end.
   */
  cancel(id: string): Promise<boolean>;
  /** Listed jobs of a workspace, newest first. */
  list(filter: JobFilter): Promise<Job[]>;
  /** `listener` runs after this process enqueued a job. Returns the function to unsubscribe. */
  onEnqueued(listener: () => void): () => void;
  /**
   * `listener` runs after this process cancelled a job. Other processes notice at the renewal of
   * the lease. Returns the function to unsubscribe.
   */
  onCancelled(listener: (id: string) => void): () => void;
  /**
   * `listener` runs after an attempt of this process ended, well or not. Returns the function to
   * unsubscribe.
   */
  onAttempted(listener: (id: string) => void): () => void;
  /**
   * Reports to `onStalled` that the metadata accepts neither the ends of the jobs nor new attempts.
   */
  tellStalled(stall: Stall): void;
  /**
   * `listener` runs when this process could not record the end of some jobs, whose rows still say
   * running. Returns the function to unsubscribe.
   */
  onStalled(listener: (stall: Stall) => void): () => void;
}

export interface Stall {
  readonly error: unknown;
  concerns(id: string): boolean;
}

const defaultMaxAttempts = 5;
const noLease = { lease_owner: null, lease_expires_at: null };
const liveStatuses: readonly JobStatus[] = ['pending', 'running'];
const cancelledMessage = 'The job was cancelled';
const committedMessage = `${cancelledMessage}; what it had committed by then stays`;
const cancelledCode = 'CLIENT_CLOSED_REQUEST';
const lostMessage = 'The job was interrupted at each of its attempts; start it again';

export function createJobStore(metadata: Metadata, clock: Clock): JobStore {
  const enqueuings = new Listeners<void>();
  const cancellings = new Listeners<string>();
  const attempts = new Listeners<string>();
  const stalls = new Listeners<Stall>();
  const attempted = async ({ job }: ClaimedJob, written: Promise<boolean>) => {
    const isOurs = await written;
    attempts.tell(job.id);
    return isOurs;
  };
  const context: StoreContext = { metadata, clock };
  return {
    async enqueue(request, trx) {
      const enqueued = await enqueue(context, request, trx ?? metadata.db);
      const notify = () => enqueuings.tell();
      if (enqueued.created && trx !== undefined) metadata.afterCommit(trx, notify);
      else if (enqueued.created) notify();
      return enqueued;
    },
    claim: (owner, leaseMs, jobTypes, besides = []) =>
      claim(context, { owner, leaseMs, jobTypes, besides }),
    endExpiredLeases: () => endExpiredLeases(context),
    heartbeat: (claimed, leaseMs) =>
      update(context, claimed, { lease_expires_at: clock.now() + leaseMs }),
    report: (claimed, progress) => update(context, claimed, { progress: JSON.stringify(progress) }),
    complete: (claimed, outcome) => attempted(claimed, complete(context, claimed, outcome)),
    fail: (claimed, failure) => attempted(claimed, fail(context, claimed, failure)),
    tellCommitted: (claimed) => tellCommitted(context, claimed),
    giveBack: (claimed) =>
      update(context, claimed, {
        status: statusAfter('give_back'),
        attempts: claimed.job.attempts - 1,
        run_at: clock.now(),
        ...noLease,
      }),
    assertLease: (trx, claimed) => assertLease(context, trx, claimed),
    async get(id) {
      const row = await metadata.db
        .selectFrom('jobs')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row === undefined ? null : toJob(row);
    },
    async cancel(id) {
      const cancelled = await cancel(context, id);
      if (cancelled) cancellings.tell(id);
      return cancelled;
    },
    list: (filter) => list(context, filter),
    onEnqueued: enqueuings.add,
    onCancelled: cancellings.add,
    onAttempted: attempts.add,
    tellStalled: stalls.tell,
    onStalled: stalls.add,
  };
}

class Listeners<Told> {
  readonly #listeners = new Set<(told: Told) => void>();
  readonly add = (listener: (told: Told) => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly tell = (told: Told) => {
    for (const listener of this.#listeners) listener(told);
  };
}

interface StoreContext {
  readonly metadata: Metadata;
  readonly clock: Clock;
}

async function enqueue(
  { clock }: StoreContext,
  request: JobRequest,
  handle: MetadataHandle,
): Promise<Enqueued> {
  const { dedupeKey = null, maxAttempts = defaultMaxAttempts } = request;
  const now = clock.now();
  const values = {
    id: newId('job'),
    workspace_id: request.workspaceId ?? null,
    database_id: request.databaseId ?? null,
    job_type: request.jobType,
    listed: request.listed === true ? (1 as const) : (0 as const),
    status: 'pending' as const,
    payload: JSON.stringify(request.payload ?? null),
    attempts: 0,
    max_attempts: maxAttempts,
    dedupe_key: dedupeKey,
    run_at: request.runAt ?? now,
    fencing_token: 0,
    created_at: now,
  };
  for (;;) {
    const created = await handle
      .insertInto('jobs')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (created !== undefined) return { job: toJob(created), created: true };
    const live = await handle
      .selectFrom('jobs')
      .selectAll()
      .where('dedupe_key', '=', dedupeKey)
      .where('status', 'in', liveStatuses)
      .executeTakeFirst();
    // No row: the other job ended between the two statements, and an insert can succeed.
    if (live !== undefined) return { job: toJob(live), created: false };
  }
}

/**
 * One statement, so two claimers never get the same job. On PostgreSQL each claimer locks a row and
 * others skip the row. On SQLite, writing statements are serial.
 */
interface Claim {
  readonly owner: string;
  readonly leaseMs: number;
  readonly jobTypes: readonly string[];
  readonly besides: readonly string[];
}

async function claim(
  { metadata, clock }: StoreContext,
  { owner, leaseMs, jobTypes, besides }: Claim,
): Promise<ClaimedJob | null> {
  if (jobTypes.length === 0) return null;
  const now = clock.now();
  const row = await metadata.db
    .updateTable('jobs')
    .set({
      status: 'running',
      attempts: sql<number>`attempts + 1`,
      fencing_token: sql<number>`fencing_token + 1`,
      lease_owner: owner,
      lease_expires_at: now + leaseMs,
    })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('jobs as due')
        .select('due.id')
        .where('due.status', '=', 'pending')
        .where((due) =>
          due.or([due('due.run_at', '<=', now), due('due.run_at', '>', now + farAheadMs)]),
        )
        .where('due.job_type', 'in', jobTypes)
        .$if(besides.length > 0, (query) =>
          query.where((due) =>
            due.or([
              due('due.workspace_id', 'is', null),
              due('due.workspace_id', 'not in', besides),
            ]),
          ),
        )
        .orderBy('due.run_at')
        .orderBy('due.created_at')
        .orderBy('due.id')
        .limit(1)
        .$if(metadata.kind === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : { job: toJob(row), fencingToken: row.fencing_token };
}

async function endExpiredLeases({ metadata, clock }: StoreContext): Promise<number> {
  const now = clock.now();
  const expired = metadata.db
    .updateTable('jobs')
    .where('status', '=', 'running')
    .where((eb) =>
      eb.or([eb('lease_expires_at', '<=', now), eb('lease_expires_at', '>', now + farAheadMs)]),
    );
  // A job with a recorded answer has done its work. Another attempt only reports the answer.
  const failed = await expired
    .set({
      status: statusAfter('give_up'),
      error_message: lostMessage,
      completed_at: now,
      ...noLease,
    })
    .whereRef('attempts', '>=', 'max_attempts')
    .where('result', 'is', null)
    .executeTakeFirst();
  const retried = await expired
    .set({ status: statusAfter('retry'), run_at: now, ...noLease })
    .executeTakeFirst();
  return Number(failed.numUpdatedRows + retried.numUpdatedRows);
}

function complete(
  context: StoreContext,
  claimed: ClaimedJob,
  { status, result, errorMessage }: JobOutcome,
): Promise<boolean> {
  return update(context, claimed, {
    status,
    error_message: errorMessage ?? null,
    error_code: null,
    result: result === null || result === undefined ? null : JSON.stringify(result),
    completed_at: context.clock.now(),
    ...noLease,
  });
}

function fail(context: StoreContext, claimed: ClaimedJob, failure: JobFailure): Promise<boolean> {
  const { attempts, maxAttempts } = claimed.job;
  const now = context.clock.now();
  const told = { error_message: failure.message, error_code: failure.code ?? null };
  if (failure.isBusy) {
    const kept = { attempts: Math.min(attempts, maxAttempts - 1), run_at: now + busyDelayMs() };
    return update(context, claimed, { status: statusAfter('retry'), ...told, ...kept, ...noLease });
  }
  if (afterFailure(attempts, maxAttempts, failure.canRepeat) === 'retry') {
    return update(context, claimed, {
      status: statusAfter('retry'),
      ...told,
      run_at: now + retryDelayMs(attempts),
      ...noLease,
    });
  }
  return update(context, claimed, {
    status: statusAfter('give_up'),
    ...told,
    completed_at: now,
    ...noLease,
  });
}

async function cancel({ metadata, clock }: StoreContext, id: string): Promise<boolean> {
  const cancelled = await metadata.db
    .updateTable('jobs')
    .set({
      status: statusAfter('cancel'),
      error_message: cancelledMessage,
      error_code: cancelledCode,
      completed_at: clock.now(),
      ...noLease,
    })
    .where('id', '=', id)
    .where('status', 'in', liveStatuses)
    .where('result', 'is', null)
    .executeTakeFirst();
  return cancelled.numUpdatedRows === 1n;
}

async function tellCommitted({ metadata }: StoreContext, claimed: ClaimedJob): Promise<void> {
  await metadata.db
    .updateTable('jobs')
    .set({ error_message: committedMessage })
    .where('id', '=', claimed.job.id)
    .where('status', '=', 'failed')
    .where('error_code', '=', cancelledCode)
    .where('fencing_token', '=', claimed.fencingToken)
    .execute();
}

interface JobChanges {
  readonly status?: JobStatus;
  readonly attempts?: number;
  readonly result?: string | null;
  readonly error_message?: string | null;
  readonly error_code?: string | null;
  readonly progress?: string;
  readonly run_at?: number;
  readonly completed_at?: number;
  readonly lease_owner?: null;
  readonly lease_expires_at?: number | null;
}

/** Updates a running job if `claimed` is still the newest claim. */
async function update(
  { metadata }: StoreContext,
  claimed: ClaimedJob,
  changes: JobChanges,
): Promise<boolean> {
  const updated = await metadata.db
    .updateTable('jobs')
    .set(changes)
    .where('id', '=', claimed.job.id)
    .where('status', '=', 'running')
    .where('fencing_token', '=', claimed.fencingToken)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

async function assertLease(
  { metadata }: StoreContext,
  trx: MetadataTransaction,
  claimed: ClaimedJob,
): Promise<void> {
  const row = await trx
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', claimed.job.id)
    .where('status', '=', 'running')
    .where('fencing_token', '=', claimed.fencingToken)
    .$if(metadata.kind === 'postgres', (query) => query.forShare())
    .executeTakeFirst();
  if (row === undefined)
    throw resourceLocked(
      'The job took too long and was given to another attempt; wait for that one',
    );
}

async function list({ metadata }: StoreContext, filter: JobFilter): Promise<Job[]> {
  const { workspaceId, databaseId, jobTypes, statuses, limit, offset } = filter;
  let query = metadata.db
    .selectFrom('jobs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('listed', '=', 1);
  if (databaseId !== undefined) query = query.where('database_id', '=', databaseId);
  if (jobTypes !== undefined) query = query.where('job_type', 'in', jobTypes);
  if (statuses !== undefined) query = query.where('status', 'in', statuses);
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toJob);
}

function statusAfter(event: 'retry' | 'give_back' | 'give_up' | 'cancel'): JobStatus {
  const status = nextJobStatus('running', event);
  invariant(status !== null, 'a running job can be retried, given back, given up and cancelled');
  return status;
}

export interface HasJobs {
  readonly jobs: JobStore;
}
