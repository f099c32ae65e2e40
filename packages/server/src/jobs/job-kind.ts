import { Ajv, type SchemaObject, type ValidateFunction } from 'ajv';
import { QuernError } from '../kernel/errors.ts';
import type { JobHandler } from './job-runner.ts';

/**
 * Jobs of one lane wait for each other and for no job of another: loads that somebody waits for,
 * upkeep that nobody sees, syncs that wait for a slow source, builds of indexes that take long.
 */
export const jobLanes = ['loads', 'syncs', 'upkeep', 'indexes'] as const;
export type JobLane = (typeof jobLanes)[number];

/** What a job type is: its lane, and what does it. */
export interface JobKind {
  readonly jobType: string;
  readonly lane: JobLane;
  readonly handler: JobHandler;
}

const ajv = new Ajv({ strict: true, allowUnionTypes: true });

/**
 * A job outlives the process that enqueued it, so its payload may be another version's: one that
 * does not fit fails the job, for good and before anything is done. `payload` is the JSON Schema of
 * what is enqueued with such a job.
 */
export function jobKind({
  payload,
  handler,
  ...kind
}: JobKind & { readonly payload: SchemaObject }): JobKind {
  // Compiled for the first job of its kind: for all kinds it is a twentieth of a start.
  let fits: ValidateFunction | undefined;
  return {
    ...kind,
    handler: async (context) => {
      fits ??= ajv.compile(payload);
      if (!fits(context.job.payload)) throw unreadable(kind.jobType);
      return handler(context);
    },
  };
}

type Properties = Readonly<Record<string, SchemaObject>>;

/** A schema of an object that has these properties, maybe the optional ones, and no others. */
export function exactly(needed: Properties, optional: Properties = {}): SchemaObject {
  const properties = { ...needed, ...optional };
  return {
    type: 'object',
    properties,
    required: Object.keys(needed),
    additionalProperties: false,
  };
}

export const text: SchemaObject = { type: 'string' };
export const textOrNull: SchemaObject = { type: ['string', 'null'] };

const unreadable = (jobType: string) =>
  new QuernError(
    'BAD_REQUEST',
    `This ${jobType} job was made by another version of the service, which cannot be read; start it again`,
  );
