import type { TableRefreshPolicy, TableRefreshRequest } from '@quern/contract';
import { badRequest } from '../kernel/errors.ts';
import { printable } from '../lake/identifiers.ts';
import type { LakeTable, RefreshPolicy, SourceColumn, SourceTable } from '../lake/model.ts';
import { nextOf, parseCron } from './cron.ts';
import { isTextCursor } from './cursor-value.ts';

/** The policy of a table without a policy of its own. */
export const plainPolicy: RefreshPolicy = {
  mode: 'full',
  cursorColumn: null,
  key: [],
  overlap: 0,
  schedule: null,
  maxAgeS: null,
  whenStale: 'refresh',
};

/** True if each query reads the table at its source and no rows are stored here. */
export const isReadLive = ({ refresh }: Pick<LakeTable, 'refresh'>) => refresh?.mode === 'live';

/** Default, in seconds: rows of transactions up to this long at the source are not missed. */
const usualOverlapS = 300;
const yearSeconds = 366 * 86_400;
const moments = /^TIMESTAMP/;
/**
 * A double may be infinite or NaN, and nothing is above those; values of other types do not rise.
 */
const cursorTypes =
  /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?|DECIMAL\([\d,]+\)|DATE|TIMESTAMP(?:_\w+| WITH TIME ZONE)?|VARCHAR)$/;

/** A column stored as text is a cursor if the source sorts it as numbers or as texts. */
const isOrdered = ({ type, sqlType, sourceType }: SourceColumn) =>
  // MySQL's bits are numbers in Quern and bytes in MySQL.
  type === 'VARCHAR'
    ? sqlType === undefined
      ? !unorderedTexts.test(sourceType)
      : ['varchar', 'bpchar', 'name', 'numeric'].includes(sqlType)
    : !/^bit\b/i.test(sourceType);

/** Types stored as text that no source accepts as a cursor. */
const unorderedTexts =
  /^(?:variant|object|array|map|geography|geometry|vector|decfloat|interval|range|struct|json)\b/i;

/** The policy in a request, checked against the source's table; 400 for an invalid combination. */
export function readPolicy(
  body: TableRefreshRequest,
  table: SourceTable,
  name: string,
  nowMs: number,
): RefreshPolicy {
  if (body.mode === 'live') refuseOfLive(body);
  const changes = body.mode === 'incremental' ? readChanges(body, table, name) : noChanges(body);
  const maxAgeS = within('max_age_s', body.max_age_s, 1);
  if (body.when_stale && maxAgeS === null) throw badRequest("'when_stale' goes with 'max_age_s'");
  return {
    mode: body.mode,
    ...changes,
    schedule: readSchedule(body, nowMs),
    maxAgeS,
    whenStale: body.when_stale ?? 'refresh',
  };
}

function refuseOfLive(body: TableRefreshRequest): void {
  for (const field of ['cron', 'every_s', 'max_age_s', 'when_stale'] as const) {
    if (body[field] !== null && body[field] !== undefined) {
      throw badRequest(`'${field}' does not go with mode 'live', of which nothing is kept`);
    }
  }
}

type Changes = Pick<RefreshPolicy, 'cursorColumn' | 'key' | 'overlap'>;

function noChanges(body: TableRefreshRequest): Changes {
  for (const field of ['cursor_column', 'key', 'overlap'] as const) {
    if (body[field] !== null && body[field] !== undefined)
      throw badRequest(`'${field}' goes with mode 'incremental'`);
  }
  return { cursorColumn: null, key: [], overlap: 0 };
}

function readChanges(body: TableRefreshRequest, table: SourceTable, name: string): Changes {
  const find = (column: string, field: string) => {
    const found = table.columns.find((one) => one.name === column);
    if (!found)
      throw badRequest(`Table ${name} has no column ${printable(column)}, which '${field}' names`);
    return found;
  };
  if (!body.cursor_column)
    throw badRequest(
      "Mode 'incremental' needs 'cursor_column': a column that rises with each change",
    );
  const cursor = find(body.cursor_column, 'cursor_column');
  if (!cursorTypes.test(cursor.type) || !isOrdered(cursor)) {
    throw badRequest(
      `Column ${printable(cursor.name)} is ${cursor.sourceType || cursor.type} and cannot be a cursor; name a number, date, time or text`,
    );
  }
  const key = body.key ?? table.primaryKey;
  if (new Set(key).size !== key.length) throw badRequest("'key' names a column twice");
  for (const column of key) find(column, 'key');
  if (body.key === null || body.key === undefined) {
    if (key.length === 0) {
      throw badRequest(
        `Table ${name} has no primary key; name the columns that tell its rows apart in 'key', or give [] where rows are only ever added`,
      );
    }
  } else if (key.length === 0 && cursor.nullable) {
    throw badRequest(
      `Column ${printable(cursor.name)} may have no value, and without a key rows that have none would be missed; name a 'key'`,
    );
  }
  return { cursorColumn: cursor.name, key, overlap: readOverlap(body, key, cursor) };
}

function readOverlap(
  body: TableRefreshRequest,
  key: readonly string[],
  cursor: SourceColumn,
): number {
  const overlap = within('overlap', body.overlap, 0);
  if (key.length === 0 && overlap !== null && overlap > 0) {
    throw badRequest(
      "'overlap' goes with a key: without one, rows that are read again would be there twice",
    );
  }
  if (overlap !== null && overlap > 0 && isTextCursor(cursor)) {
    throw badRequest(
      `'overlap' goes with a number, date or time, and column ${printable(cursor.name)} is text, of which nothing can be taken off; leave it out`,
    );
  }
  return overlap ?? (key.length > 0 && moments.test(cursor.type) ? usualOverlapS : 0);
}

function readSchedule(
  { cron, every_s }: TableRefreshRequest,
  nowMs: number,
): RefreshPolicy['schedule'] {
  const everyS = within('every_s', every_s, 10);
  if (cron === null || cron === undefined) return everyS === null ? null : { everyS };
  if (everyS !== null)
    throw badRequest("'cron' and 'every_s' exclude each other; give one of them");
  const parsed = parseCron(cron);
  if (!parsed) {
    throw badRequest(
      `'cron' ${printable(cron)} is no schedule: give minute, hour, day of the month, month and day of the week, as in '*/15 6-20 * * mon-fri'`,
    );
  }
  if (nextOf(parsed, nowMs) === null)
    throw badRequest(`'cron' ${printable(cron)} names a day that never comes`);
  return { cron };
}

function within(field: string, value: number | null | undefined, least: number): number | null {
  if (value === null || value === undefined) return null;
  if (value >= least && value <= yearSeconds) return value;
  throw badRequest(`'${field}' must be from ${least} to ${yearSeconds}`);
}

/** The next due time of a schedule after `afterMs`; null without a schedule. */
export function nextRefresh(schedule: RefreshPolicy['schedule'], afterMs: number): number | null {
  if (schedule === null) return null;
  if ('everyS' in schedule) return afterMs + schedule.everyS * 1000;
  const cron = parseCron(schedule.cron);
  return cron && nextOf(cron, afterMs);
}

/** True if one policy can continue from the cursor of the other. */
export function readsSameChanges(one: RefreshPolicy, other: RefreshPolicy): boolean {
  const changesOf = ({ mode, cursorColumn, key }: RefreshPolicy) =>
    JSON.stringify([mode, cursorColumn, key]);
  return changesOf(one) === changesOf(other);
}

export function refreshBody(policy: RefreshPolicy): TableRefreshPolicy {
  const { schedule } = policy;
  return {
    mode: policy.mode,
    cursor_column: policy.cursorColumn,
    key: [...policy.key],
    overlap: policy.overlap,
    cron: schedule !== null && 'cron' in schedule ? schedule.cron : null,
    every_s: schedule !== null && 'everyS' in schedule ? schedule.everyS : null,
    max_age_s: policy.maxAgeS,
    when_stale: policy.whenStale,
  };
}
