import { stringifyExact } from './exact-json.ts';
import type {
  JobStatusResponse,
  LoadManagedTableRequest,
  LoadManagedTableResponse,
  Resources,
} from './generated/contract.ts';
import { waitForJob } from './jobs.ts';
import type { Transport } from './transport.ts';
import { type UploadOptions, upload } from './upload.ts';
import type { UploadSource } from './upload-source.ts';

/**
 * Source of a load: bytes to upload, rows, a finalized upload, or a result of the same database.
 */
export type LoadSource =
  | UploadSource
  | { readonly uploadId: string }
  | { readonly resultId: string }
  | { readonly rows: readonly object[] };

/** CSV options; `encoding` applies to JSON, too. */
export interface TextOptions {
  /** Separator of columns: one ASCII character. */
  readonly delimiter?: string | undefined;
  /** Quote of fields: one ASCII character, or the empty text for no quotes. */
  readonly quote?: string | undefined;
  /** Unquoted texts that mean null, besides the empty text. */
  readonly nullValues?: readonly string[] | undefined;
  readonly decimal?: '.' | ',' | undefined;
  readonly encoding?: NonNullable<LoadManagedTableRequest['encoding']> | undefined;
  /** Lines before the header. */
  readonly skip?: number | undefined;
  /** Format of dates or timestamps, in the signs of strptime: `%d.%m.%Y`. */
  readonly dateFormat?: string | undefined;
}

export interface LoadOptions extends Omit<UploadOptions, 'repeatable'> {
  readonly mode: LoadManagedTableRequest['mode'];
  /** `main` unless given. */
  readonly schema?: string | undefined;
  /**
   * Columns that tell rows apart, for `upsert`, `update` and `delete`; unless given, the table's
   * declared key.
   */
  readonly key?: readonly string[] | undefined;
  /** Found out from the bytes unless given. */
  readonly format?: 'csv' | 'json' | 'parquet' | undefined;
  /** Format of the text. An absent option is detected, or follows RFC 4180. */
  readonly text?: TextOptions | undefined;
  /** Is told of each look at the job of a load that takes longer than a second. */
  readonly onJob?: ((job: JobStatusResponse) => void) | undefined;
  /** Types of all columns of a CSV text of up to 2 MiB, which is then sent with the request. */
  readonly columns?: LoadManagedTableRequest['columns'];
}

type Services = Pick<Resources, 'databases' | 'jobs' | 'uploads'>;

/**
 * Loads a table and waits for the end of the load. An upload is loaded once, even after lost
 * connections.
 */
export async function load(
  services: Services,
  transport: Transport,
  databaseId: string,
  table: string,
  source: LoadSource,
  options: LoadOptions,
): Promise<LoadManagedTableResponse> {
  const { mode, schema = 'main', key, format, signal, workspaceId, retries, headers } = options;
  const call = { workspaceId, retries, headers };
  const from = await sourceOf(services, transport, source, options);
  const answer = await services.databases.loadTable(
    {
      database_id: databaseId,
      schema,
      table,
      mode,
      ...from,
      ...(key ? { key: [...key] } : {}),
      ...(format && !('result_id' in from) ? { format } : {}),
      ...textFields(options.text),
      async: true,
      async_after_ms: 1000,
    },
    // An upload and a text with its key are loaded once, so a call may be repeated; a load of a
    // result only if the mode is replace. The request ignores the abort signal: an abort needs the
    // job's id to cancel the job.
    { ...call, repeatable: !('result_id' in from) || mode === 'replace' },
  );
  if (!('status_url' in answer)) return answer;
  try {
    const job = await waitForJob(services.jobs, answer.id, {
      ...call,
      signal,
      onLook: options.onJob,
    });
    return job.result as LoadManagedTableResponse;
  } catch (error) {
    if (signal?.aborted) await services.jobs.cancel({ id: answer.id }, call).catch(() => undefined);
    throw error;
  }
}

function textFields(text: TextOptions = {}): Partial<LoadManagedTableRequest> {
  const { delimiter, quote, nullValues, decimal, encoding, skip, dateFormat } = text;
  return {
    ...(delimiter !== undefined && { delimiter }),
    ...(quote !== undefined && { quote }),
    ...(nullValues !== undefined && { null_values: [...nullValues] }),
    ...(decimal !== undefined && { decimal }),
    ...(encoding !== undefined && { encoding }),
    ...(skip !== undefined && { skip }),
    ...(dateFormat !== undefined && { date_format: dateFormat }),
  };
}

async function sourceOf(
  services: Services,
  transport: Transport,
  source: LoadSource,
  options: LoadOptions,
) {
  if (typeof source === 'object' && 'uploadId' in source) return { upload_id: source.uploadId };
  if (typeof source === 'object' && 'resultId' in source) return { result_id: source.resultId };
  if (options.columns) {
    if (typeof source !== 'string') throw new TypeError("'columns' goes with a CSV text");
    return { data: source, columns: options.columns, idempotency_key: randomKey() };
  }
  if (typeof source === 'object' && 'rows' in source) {
    const lines = source.rows.map((row) => `${stringifyExact(row)}\n`).join('');
    const { upload_id } = await upload(services.uploads, transport, lines, {
      contentType: 'application/x-ndjson',
      ...options,
    });
    return { upload_id };
  }
  const { upload_id } = await upload(services.uploads, transport, source, options);
  return { upload_id };
}

/** Browsers have `randomUUID` on secure pages only. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
