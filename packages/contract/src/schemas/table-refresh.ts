/** Refresh policy of a source's table (docs/contract/connections.md#keeping-tables-fresh). */
import type { Static } from 'typebox';
import { freshnessModes, staleAnswers } from '../vocabularies.ts';
import { forms } from './forms.ts';
import {
  integer,
  listOf,
  oneOf,
  optionalNull,
  requestBody,
  responseBody,
  stated,
  text,
  textLike,
  timestamp,
} from './shapes.ts';

const column = () => textLike(forms.plain, undefined, { minLength: 1, maxLength: 256 });
const bounded = (minimum: number, maximum: number, description: string) =>
  optionalNull(stated(integer(description), { minimum, maximum }));
const yearSeconds = 366 * 86_400;

export const TableRefreshRequest = requestBody('TableRefreshRequest', {
  mode: oneOf(freshnessModes, {
    description:
      '`incremental`: rows that are new or changed by `cursor_column`; `live`: nothing is kept, each query reads at the source',
  }),
  cursor_column: optionalNull(column()),
  key: optionalNull(
    stated(
      listOf(column(), {
        description: "The source's primary key unless given; empty: rows are only ever added",
      }),
      {
        uniqueItems: true,
      },
    ),
  ),
  overlap: bounded(
    0,
    yearSeconds,
    'How far below the last cursor a refresh begins: seconds of a date or time (300 of a time unless given), else units of a number',
  ),
  cron: optionalNull(
    textLike(
      forms.plain,
      'Five fields in UTC: minute, hour, day of the month, month, day of the week',
      {
        maxLength: 200,
      },
    ),
  ),
  every_s: bounded(10, yearSeconds, 'Seconds from one refresh to the next; not with `cron`'),
  max_age_s: bounded(
    1,
    yearSeconds,
    'Seconds after which a query that reads the table has it refreshed',
  ),
  when_stale: optionalNull(
    oneOf(staleAnswers, {
      description: 'Whether such a query waits (unless given) or is answered with what is here',
    }),
  ),
});
export type TableRefreshRequest = Static<typeof TableRefreshRequest>;

export const TableRefreshPolicy = responseBody('TableRefreshPolicy', {
  mode: oneOf(freshnessModes),
  cursor_column: optionalNull(text()),
  key: listOf(text()),
  overlap: integer(),
  cron: optionalNull(text()),
  every_s: optionalNull(integer()),
  max_age_s: optionalNull(integer()),
  when_stale: oneOf(staleAnswers),
});
export type TableRefreshPolicy = Static<typeof TableRefreshPolicy>;

export const TableRefreshResponse = responseBody('TableRefreshResponse', {
  connection_id: text(),
  schema: text(),
  table: text(),
  refresh: TableRefreshPolicy,
  cursor: optionalNull(
    text('Up to where changes are here, as the source writes the value; null: all rows come next'),
  ),
  next_refresh_at: optionalNull(timestamp()),
});
export type TableRefreshResponse = Static<typeof TableRefreshResponse>;
