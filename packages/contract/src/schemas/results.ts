import type { Static } from 'typebox';
import { resultFormats } from '../vocabularies.ts';
import {
  anyJson,
  flag,
  integer,
  listOf,
  offsetPage,
  oneOf,
  optionalNull,
  responseBody,
  text,
  timestamp,
} from './shapes.ts';

export const ResultsFormatQuery = oneOf(resultFormats, { title: 'ResultsFormatQuery' });
export type ResultsFormatQuery = Static<typeof ResultsFormatQuery>;

export const ResultInfo = responseBody('ResultInfo', {
  id: text(),
  status: text('pending, processing, ready or failed'),
  created_at: timestamp(),
  error_message: optionalNull(text()),
  row_count: optionalNull(integer()),
  query_run_id: optionalNull(text()),
  expires_at: optionalNull(timestamp('When it is deleted; null: kept')),
});
export type ResultInfo = Static<typeof ResultInfo>;

export const ListResultsResponse = responseBody('ListResultsResponse', {
  results: listOf(ResultInfo),
  ...offsetPage,
});
export type ListResultsResponse = Static<typeof ListResultsResponse>;

/** A result as JSON; also the body of 202 (not ready) and 409 (failed), which hold no rows. */
export const GetResultResponse = responseBody('GetResultResponse', {
  result_id: text(),
  status: text('pending, processing, ready or failed'),
  columns: optionalNull(listOf(text())),
  nullable: optionalNull(listOf(flag())),
  column_types: optionalNull(
    listOf(text(), { description: 'Beside columns: Arrow type names such as `Int64`' }),
  ),
  rows: optionalNull(listOf(listOf(anyJson()))),
  row_count: optionalNull(integer('Rows in this body')),
  total_row_count: optionalNull(integer('All rows, whatever offset and limit')),
  error_message: optionalNull(text()),
});
export type GetResultResponse = Static<typeof GetResultResponse>;
