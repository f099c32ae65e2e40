/**
 * The load of a managed table (docs/contract/loads-and-uploads.md#sources): one source, checked by
 * the operation.
 */
import type { Static } from 'typebox';
import { loadFormats, loadModes, textEncodings } from '../vocabularies.ts';
import { forms } from './forms.ts';
import { integerType, stringType } from './json-types.ts';
import {
  asyncOptions,
  asyncRule,
  count,
  integer,
  listOf,
  mapOf,
  oneOf,
  optional,
  optionalNull,
  requestBody,
  responseBody,
  stated,
  text,
  textLike,
  unionOf,
} from './shapes.ts';

export const ColumnTypeSpec = requestBody('ColumnTypeSpec', {
  type: text('A type name such as `DECIMAL`'),
  precision: optionalNull(count('1 to 38')),
  scale: optionalNull(integer('Needs `precision`; not larger than it')),
});
export type ColumnTypeSpec = Static<typeof ColumnTypeSpec>;

export const ColumnDefinition = unionOf('ColumnDefinition', [stringType(), ColumnTypeSpec]);
export type ColumnDefinition = Static<typeof ColumnDefinition>;

const absent = { type: 'null' };
const given = { type: 'string' };

const noOptions = {
  delimiter: absent,
  quote: absent,
  null_values: absent,
  decimal: absent,
  encoding: absent,
  skip: absent,
  date_format: absent,
};
const { encoding: _ofJson, ...noOptionsOfCsv } = noOptions;

/** Sources that allow options of text. */
const optionRule = {
  anyOf: [
    { properties: { format: { enum: ['csv', null] } } },
    { properties: { format: { enum: ['json'] }, ...noOptionsOfCsv } },
    { properties: noOptions },
  ],
};

/** Exactly one source, with the fields of the source. */
const oneSource = {
  anyOf: [
    {
      properties: {
        upload_id: given,
        result_id: absent,
        data: absent,
        columns: absent,
        idempotency_key: absent,
      },
      required: ['upload_id'],
    },
    {
      properties: {
        result_id: given,
        upload_id: absent,
        data: absent,
        columns: absent,
        idempotency_key: absent,
        format: absent,
        ...noOptions,
      },
      required: ['result_id'],
    },
    {
      properties: {
        data: given,
        upload_id: absent,
        result_id: absent,
        format: { enum: ['csv', null] },
      },
      required: ['data'],
    },
  ],
};

/** Format of a text. An absent option is detected, or follows RFC 4180. */
const textOptions = {
  delimiter: optionalNull(
    textLike(
      '^[\\x01-\\x09\\x0b\\x0c\\x0e-!#-/:-@\\[-`{-~]$',
      'Of CSV: what separates columns, one ASCII character',
    ),
  ),
  quote: optionalNull(
    textLike(
      '^[!-/:-@\\[-`{-~]?$',
      'Of CSV: what stands around fields; the empty text where nothing does',
    ),
  ),
  null_values: optionalNull(
    listOf(textLike(forms.plain, undefined, { maxLength: 128 }), {
      maxItems: 64,
      description: 'Of CSV: fields without quotes that are null, besides the empty one',
    }),
  ),
  decimal: optionalNull(oneOf(['.', ','], { description: 'Of CSV' })),
  encoding: optionalNull(oneOf(textEncodings, { description: 'Of CSV and JSON' })),
  skip: optionalNull(
    integerType({ minimum: 0, maximum: 1_000_000, description: 'Of CSV: lines before the header' }),
  ),
  date_format: optionalNull(
    textLike(forms.plain, 'Of CSV: how dates or timestamps are written, in the signs of strptime', {
      minLength: 1,
      maxLength: 128,
    }),
  ),
};

export const LoadManagedTableRequest = requestBody(
  'LoadManagedTableRequest',
  {
    mode: oneOf(loadModes),
    upload_id: optionalNull(text('Source: a finalized upload')),
    result_id: optionalNull(text("Source: a ready result of the table's database")),
    data: optionalNull(text('Source: CSV text with a header line, at most 2 MiB')),
    format: optionalNull(
      oneOf(loadFormats, { description: 'Not with `result_id`; only `csv` with `data`' }),
    ),
    columns: optional(
      mapOf(
        ColumnDefinition,
        'Only with `data`: the type of every column of the header, and of no other',
      ),
    ),
    key: optionalNull(
      stated(
        listOf(textLike(forms.plain, undefined, { minLength: 1 }), {
          description: 'Overrides the declared key; ignored by replace and append',
        }),
        { uniqueItems: true },
      ),
    ),
    idempotency_key: optionalNull(
      stated(stringType({ maxLength: 255, description: 'Only with `data`' }), {
        minLength: 1,
        pattern: forms.plain,
      }),
    ),
    ...textOptions,
    ...asyncOptions,
  },
  { 'x-stated': { allOf: [oneSource, optionRule, asyncRule] } },
);
export type LoadManagedTableRequest = Static<typeof LoadManagedTableRequest>;

export const LoadManagedTableResponse = responseBody('LoadManagedTableResponse', {
  connection_id: text(),
  schema_name: text(),
  table_name: text(),
  row_count: count('Rows in the table after the load'),
  arrow_schema_json: text('The Arrow schema as JSON text'),
  warnings: optional(
    listOf(text(), { description: 'What is kept otherwise than the file has it' }),
  ),
  embedded_row_count: optional(
    count('Rows of the load that were given vectors, where the table has indexes on texts'),
  ),
  waiting_row_count: optional(count('Rows of the load that wait for their vectors')),
});
export type LoadManagedTableResponse = Static<typeof LoadManagedTableResponse>;
