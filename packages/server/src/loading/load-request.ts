import type { ColumnDefinition, LoadManagedTableRequest } from '@quern/contract';
import { DateFormat } from '../engine/ingest/date-format.ts';
import { checkDeclaredTypes } from '../engine/ingest/declared-types.ts';
import { refuseTextOptions, type TextOptions } from '../engine/ingest/text-options.ts';
import { badRequest, QuernError } from '../kernel/errors.ts';
import { printable } from '../lake/identifiers.ts';
import { maxInlineBytes } from '../scope/limits.ts';

/** A validated load request. A plain value can wait in the job queue. */
export interface LoadSpec {
  readonly mode: 'replace' | 'append' | KeyedMode;
  /**
   * The key in the request of a keyed mode. Null means the declared key, and is the value in other
   * modes.
   */
  readonly key: readonly string[] | null;
  readonly source: LoadSource;
}

/** Modes with a key to find rows. */
export type KeyedMode = 'delete' | 'update' | 'upsert';

export function isKeyedMode(mode: LoadSpec['mode']): mode is KeyedMode {
  return mode === 'delete' || mode === 'update' || mode === 'upsert';
}

export type LoadSource =
  | {
      readonly kind: 'upload';
      readonly uploadId: string;
      readonly format: 'csv' | 'json' | 'parquet' | null;
      readonly text?: TextOptions | undefined;
    }
  | { readonly kind: 'result'; readonly resultId: string }
  | {
      readonly kind: 'inline';
      readonly data: string;
      readonly columns: Readonly<Record<string, ColumnDefinition>> | null;
      readonly idempotencyKey: string | null;
      readonly text?: TextOptions | undefined;
    };

/**
 * Checks everything about a load that the request alone shows
 * (docs/contract/loads-and-uploads.md#sources). Throws 400 or 413.
 */
export function readLoadRequest(body: LoadManagedTableRequest): LoadSpec {
  const given = (['upload_id', 'result_id', 'data'] as const).filter(
    (field) => typeof body[field] === 'string',
  );
  if (given.length !== 1) {
    throw badRequest("Give exactly one source: 'upload_id', 'result_id' or 'data'");
  }
  if (typeof body.data !== 'string') {
    if (body.columns !== undefined) throw badRequest("'columns' goes with 'data' only");
    if (typeof body.idempotency_key === 'string')
      throw badRequest("'idempotency_key' goes with 'data' only");
  }
  if (body.idempotency_key === '')
    throw badRequest("'idempotency_key' is empty; leave it out to have none");
  return {
    mode: body.mode,
    key: isKeyedMode(body.mode) ? readKey(body.key) : null,
    source: readSource(body),
  };
}

/** An empty list means no key, as in declarations. */
function readKey(key: readonly string[] | null | undefined): readonly string[] | null {
  if (!key || key.length === 0) return null;
  const seen = new Set<string>();
  for (const column of key) {
    if (column === '')
      throw badRequest("'key' holds an empty text; name columns of the table in it");
    if (seen.has(column.toLowerCase())) throw badRequest(`'key' names ${printable(column)} twice`);
    seen.add(column.toLowerCase());
  }
  return key;
}

function readSource(body: LoadManagedTableRequest): LoadSource {
  const format = body.format ?? null;
  const options = readTextOptions(body);
  const text = options === null ? {} : { text: options };
  if (options !== null && format !== null) refuseTextOptions(options, format);
  if (typeof body.upload_id === 'string')
    return { kind: 'upload', uploadId: body.upload_id, format, ...text };
  if (typeof body.result_id === 'string') {
    if (options !== null)
      throw badRequest('A result is no text; leave out the options that say how one is written');
    if (format !== null) throw badRequest("'format' does not go with 'result_id'");
    return { kind: 'result', resultId: body.result_id };
  }
  const data = body.data ?? '';
  if (format !== null && format !== 'csv')
    throw badRequest("'data' is CSV text; 'format' can only be 'csv' with it");
  if (Buffer.byteLength(data) > maxInlineBytes) {
    throw new QuernError(
      'INLINE_DATA_TOO_LARGE',
      "'data' takes 2 MiB of CSV text at most; upload a larger file and load it by upload_id",
    );
  }
  if (body.columns) checkDeclaredTypes(body.columns);
  return {
    kind: 'inline',
    data,
    columns: body.columns ?? null,
    idempotencyKey: body.idempotency_key ?? null,
    ...text,
  };
}

function canSeparate(sign: string): boolean {
  const code = sign.charCodeAt(0);
  return sign.length === 1 && code > 0 && code < 0x80 && !/[\r\n"a-z\d]/i.test(sign);
}

function checkDateFormat(format: string): void {
  if (format.length > 128) throw badRequest("'date_format' is longer than 128 characters");
  new DateFormat(format);
}

/** Options have a fixed order because two loads are compared by their options. */
function readTextOptions(body: LoadManagedTableRequest): TextOptions | null {
  const { delimiter, quote, null_values, decimal, encoding, skip, date_format } = body;
  if (typeof delimiter === 'string' && !canSeparate(delimiter))
    throw badRequest(
      "'delimiter' takes one ASCII character that is no letter, digit, \" or line end",
    );
  if (typeof quote === 'string' && !/^[!-/:-@[-`{-~]?$/.test(quote))
    throw badRequest("'quote' takes one ASCII sign, or the empty text where no field is quoted");
  if (null_values?.some((text) => text.length > 128))
    throw badRequest("A text of 'null_values' is longer than 128 characters; shorten it");
  if (typeof date_format === 'string') checkDateFormat(date_format);
  if (typeof delimiter === 'string' && delimiter === quote)
    throw badRequest("'delimiter' and 'quote' are the same character");
  const options: TextOptions = {
    ...(typeof delimiter === 'string' && { delimiter }),
    ...(typeof quote === 'string' && { quote }),
    ...(null_values && { nullValues: null_values }),
    ...(decimal && { decimal }),
    ...(encoding && { encoding }),
    ...(typeof skip === 'number' && { skip }),
    ...(typeof date_format === 'string' && { dateFormat: date_format }),
  };
  return Object.keys(options).length === 0 ? null : options;
}
