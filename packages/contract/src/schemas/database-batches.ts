import type { Static } from 'typebox';
import { databaseTemplate } from './database-template.ts';
import { forms } from './forms.ts';
import { integerType } from './json-types.ts';
import {
  count,
  flag,
  integer,
  optionalNull,
  requestBody,
  responseBody,
  text,
  textLike,
  timestamp,
} from './shapes.ts';

export const BulkCreateDatabasesRequest = requestBody('BulkCreateDatabasesRequest', {
  count: integerType({ minimum: 1, maximum: 10_000 }),
  name_template: optionalNull(
    textLike(forms.indexed, 'Must hold `{index}`, the position from zero, padded to equal width', {
      maxLength: 1000,
    }),
  ),
  idempotency_key: optionalNull(
    textLike(forms.plain, 'A repeat answers the first batch unchanged', {
      minLength: 1,
      maxLength: 256,
    }),
  ),
  ...databaseTemplate,
});
export type BulkCreateDatabasesRequest = Static<typeof BulkCreateDatabasesRequest>;

export const DatabaseBatchResponse = responseBody('DatabaseBatchResponse', {
  batch_id: text(),
  count: integer('Databases requested'),
  created_count: integer('Databases that exist so far'),
  cancel_requested: flag(),
  expires_at: optionalNull(timestamp()),
  job_id: optionalNull(text()),
  status_url: optionalNull(text()),
});
export type DatabaseBatchResponse = Static<typeof DatabaseBatchResponse>;

export const DeleteDatabaseBatchResponse = responseBody('DeleteDatabaseBatchResponse', {
  batch_id: text(),
  deleted_count: integer(),
});
export type DeleteDatabaseBatchResponse = Static<typeof DeleteDatabaseBatchResponse>;

/** The result of a `bulk_create_databases` job. */
export const BulkCreateDatabasesResult = responseBody('BulkCreateDatabasesResult', {
  batch_id: text(),
  requested: count(),
  created: count(),
  cancelled: flag(),
});
export type BulkCreateDatabasesResult = Static<typeof BulkCreateDatabasesResult>;
