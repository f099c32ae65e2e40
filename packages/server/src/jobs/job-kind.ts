import { Ajv, type SchemaObject, type ValidateFunction } from 'ajv';
import { QuernError } from '../kernel/errors.ts';
import type { JobHandler } from './job-runner.ts';

/**
 * Jobs of one lane wait for each other, and for no job of another lane. The lanes separate loads
 * with waiting callers, invisible upkeep, syncs with slow sources, and long builds of indexes.
 */
export const jobLanes = ['loads', 'syncs', 'upkeep', 'indexes'] as const;
export type JobLane = (typeof jobLanes)[number];

/** A job type with its lane and handler. */
export interface JobKind {
  readonly jobType: string;
  readonly lane: JobLane;
  readonly handler: JobHandler;
}

const ajv = new Ajv({ strict: true, allowUnionTypes: true });

/**
 * Defines a job kind. A job outlives the process that enqueued the job, so another version may have
 * written the payload. A payload that does not fit fails the job permanently before any work.
 * `payload` is the JSON Schema of the payload.
 */
export function jobKind({
  payload,
  handler,
  ...kind
}: JobKind & { readonly payload: SchemaObject }): JobKind {
  // The schema is compiled for the first job of the kind. Compiling all kinds takes a twentieth of
  // a start.
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

/**
 * A schema of an object with the needed properties, perhaps the optional properties, and no others.
 */
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
