import { createHash } from 'node:crypto';
import type { LoadManagedTableResponse } from '@quern/contract';
import type { HasSettings } from '../config/settings.ts';
import type { Asked, HasFiles, StoredFile } from '../engine/engine.ts';
import type { InspectFileRequest } from '../engine/tasks/ingest-inspect-file.ts';
import { type ResultColumn, tableType } from '../engine/types/result-columns.ts';
import { vectorType } from '../engine/types/vector-type.ts';
import type { HasClock } from '../kernel/clock.ts';
import { badRequest, conflict, notFound, QuernError } from '../kernel/errors.ts';
import { printable } from '../lake/identifiers.ts';
import type { HasLakes } from '../lake/lake-catalogs.ts';
import { findLoadReceipts, insertLoadReceipt } from '../metadata/load-receipt-store.ts';
import type {
  HasMetadata,
  MetadataHandle,
  MetadataTransaction,
} from '../metadata/open-metadata.ts';
import { findResult } from '../metadata/result-store.ts';
import { consumeUpload, findUpload, type UploadRow } from '../metadata/upload-store.ts';
import { resultFile } from '../reading/stored-result.ts';
import type { LoadSource, LoadSpec } from './load-request.ts';
import { findTargetTable, type LoadTarget } from './load-target.ts';

/** The open bytes of a load, and the record that its commit makes of the source. */
export interface OpenSource {
  readonly file: Asked<InspectFileRequest>;
  /** The estimated size of the decoded bytes. */
  readonly sizeBytes: number;
  recordCommit(
    trx: MetadataTransaction,
    tableId: string,
    response: LoadManagedTableResponse,
  ): Promise<void>;
  /** Releases the file. */
  release(): Promise<void>;
}

/**
 * A source that was loaded into the same table in the same way gets the recorded answer instead of
 * a second load.
 */
export type SourceState =
  | { readonly answered: LoadManagedTableResponse }
  | { readonly open: () => Promise<OpenSource> };

/**
 * Looks a source up. Throws 404 for a missing source, 409 for a source in use or not ready, and 400
 * for a source that can never be loaded.
 */
export function findSource(
  services: HasClock & HasFiles & HasLakes & HasMetadata & HasSettings,
  target: LoadTarget,
  spec: LoadSpec,
): Promise<SourceState> {
  const { source } = spec;
  const way = wayOf(spec);
  if (source.kind === 'upload') return findUploadSource(services, target, way, source);
  if (source.kind === 'result') return findResultSource(services, target, source.resultId);
  return findInlineSource(services, target, way, source);
}

/**
 * The text that two loads of the same bytes share when they are the same load: the mode, the key
 * and the text options.
 */
function wayOf({ mode, key, source }: LoadSpec): string {
  const columns = key ? [key.map((column) => column.toLowerCase()).sort()] : [];
  const options = 'text' in source && source.text ? [source.text] : [];
  return [mode, ...[...columns, ...options].map((given) => JSON.stringify(given))].join(' ');
}

async function findUploadSource(
  services: HasClock & HasFiles & HasLakes & HasMetadata & HasSettings,
  target: LoadTarget,
  way: string,
  { uploadId, format, text }: Extract<LoadSource, { kind: 'upload' }>,
): Promise<SourceState> {
  const row = await findUpload(services.metadata.db, target.workspaceId, uploadId);
  const missing = () => notFound(`Upload ${printable(uploadId)} not found`);
  if (!row || (row.database_id !== null && row.database_id !== target.databaseId)) throw missing();
  if (target.limitedToDatabase && row.database_id === null) throw missing();
  if (row.status === 'consumed') return consumedBefore(services, row, target, way);
  if (row.expires_at <= services.clock.now()) throw missing();
  if (row.status === 'created')
    throw badRequest(`Upload '${row.id}' is not finalized; finalize it first`);
  return { open: () => openUpload(services, target, row, { format, text }, way) };
}

/**
 * The value of `consumed_by` of an upload. The table's id tells the table from a later table of the
 * same name.
 */
interface Consumption {
  readonly tableId: string;
  /** The mode and the other options of the request (`wayOf`). */
  readonly mode: string;
  readonly response: LoadManagedTableResponse;
}

async function consumedBefore(
  services: HasLakes,
  row: UploadRow,
  target: LoadTarget,
  way: string,
): Promise<SourceState> {
  const used = JSON.parse(row.consumed_by ?? 'null') as Consumption | null;
  const table = await findTargetTable(services, target);
  if (!used || used.tableId !== table?.id || used.mode !== way) {
    throw conflict(
      `Upload '${row.id}' was loaded already; upload the file again to load it elsewhere`,
    );
  }
  return { answered: used.response };
}

/** The approximate ratio of text to its gzip or zstd form. */
const usualCompression = 5;

async function openUpload(
  services: HasFiles & HasSettings,
  target: LoadTarget,
  row: UploadRow,
  { format, text }: Pick<Extract<LoadSource, { kind: 'upload' }>, 'format' | 'text'>,
  way: string,
): Promise<OpenSource> {
  const held = await holdSource(services, target, {
    key: row.object_key,
    subject: `upload '${row.id}'`,
    sizeBytes: row.size_bytes ?? undefined,
    isUnchecked: true,
  });
  return {
    ...held,
    sizeBytes: held.sizeBytes * (row.content_encoding === null ? 1 : usualCompression),
    file: {
      path: held.file,
      format,
      contentType: row.content_type,
      contentEncoding: row.content_encoding as 'gzip' | 'zstd' | null,
      textOptions: text ?? null,
      maxDecodedBytes: services.settings.uploadMaxBytes,
    },
    async recordCommit(trx, tableId, response) {
      const consumedBy = JSON.stringify({ tableId, mode: way, response } satisfies Consumption);
      if (!(await consumeUpload(trx, row.id, consumedBy)))
        throw conflict(`Upload '${row.id}' was loaded or deleted meanwhile`);
    },
  };
}

/** Several tasks read the source. */
async function holdSource({ files }: HasFiles, { workspaceId }: LoadTarget, source: StoredFile) {
  const { file, sizeBytes } = await files.hold(source, { workspaceId });
  return { file, sizeBytes, release: () => files.discard([file]) };
}

async function findResultSource(
  services: HasClock & HasFiles & HasMetadata,
  target: LoadTarget,
  resultId: string,
): Promise<SourceState> {
  const row =
    target.databaseId &&
    (await findResult(services.metadata.db, target.databaseId, resultId, services.clock.now()));
  if (!row) throw notFound(`Result ${printable(resultId)} not found`);
  if (row.status === 'failed')
    throw badRequest(`Result '${row.id}' failed to compute; there is nothing to load`);
  if (row.status !== 'ready') throw conflict(`Result '${row.id}' is not ready yet; try again`);
  const columns: readonly ResultColumn[] = JSON.parse(row.columns ?? '[]');
  refuseRenamedColumns(columns);
  const vectorLengths = columns.flatMap((column) => {
    const length = vectorType(tableType(column))?.length ?? null;
    return length === null ? [] : [[column.storedName, length] as const];
  });
  return {
    async open() {
      const held = await holdSource(services, target, await resultFile(services, row));
      const file = { path: held.file, format: 'parquet', vectorLengths } as const;
      return { ...held, file, recordCommit: async () => {} };
    },
  };
}

function refuseRenamedColumns(columns: readonly ResultColumn[]): void {
  const renamed = columns.find((column) => column.name !== column.storedName);
  if (!renamed) return;
  throw badRequest(
    renamed.name === ''
      ? 'The result has a column without a name; give every column a name to load it'
      : `The result has more than one column named '${renamed.name}'; give every column its own name to load it`,
  );
}

async function findInlineSource(
  services: HasClock & HasFiles & HasMetadata,
  target: LoadTarget,
  way: string,
  source: Extract<LoadSource, { kind: 'inline' }>,
): Promise<SourceState> {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([way, source.columns, source.data]))
    .digest('hex');
  const key = source.idempotencyKey;
  const receipt = key === null ? null : await findReceipt(services.metadata.db, target, key);
  if (receipt && receipt.fingerprint !== fingerprint) throw usedKey();
  if (receipt) return { answered: JSON.parse(receipt.response) };
  return {
    async open() {
      const held = await holdSource(services, target, {
        key: 'inline',
        subject: 'inline data',
        isUnchecked: true,
        content: { bytes: source.data },
      });
      return {
        ...held,
        file: {
          path: held.file,
          format: 'csv',
          declaredTypes: source.columns && Object.entries(source.columns),
          textOptions: source.text ?? null,
        },
        async recordCommit(trx, _tableId, response) {
          if (key === null) return;
          // Commits of a catalog are serial, and another table of the catalog may have taken the
          // key meanwhile.
          await findReceipt(trx, target, key);
          const { lakeId, schema, table } = target;
          const receipt = {
            fingerprint,
            response: JSON.stringify(response),
            created_at: services.clock.now(),
          };
          await insertLoadReceipt(trx, {
            lake_id: lakeId,
            schema_name: schema,
            table_name: table,
            idempotency_key: key,
            ...receipt,
          });
        },
      };
    },
  };
}

/**
 * The recorded answer of a load with the key. Throws 409 where another table of the catalog used
 * the key.
 */
async function findReceipt(db: MetadataHandle, { lakeId, schema, table }: LoadTarget, key: string) {
  const receipts = await findLoadReceipts(db, lakeId, key);
  const own = receipts.find(
    (receipt) => receipt.schema_name === schema && receipt.table_name === table,
  );
  if (!own && receipts.length > 0) throw usedKey();
  return own ?? null;
}

const usedKey = () =>
  new QuernError(
    'IDEMPOTENCY_KEY_CONFLICT',
    'This idempotency_key was used for another load, of other data, another table or in another way; use a new one',
  );
