import { basename, resolve } from 'node:path';
import {
  contentOf,
  type Database,
  type JobStatusResponse,
  type LoadManagedTableResponse,
  type LoadOptions,
  QuernError,
  tableNameOf,
  type UploadState,
} from '@quern/client';
import { loadModes } from '@quern/contract';
import type { ClientEnvironment } from '../config/client-environment.ts';
import type { Command, Values } from './command.ts';
import { demandNoRows, type TableName } from './demand-no-rows.ts';
import { type FileSource, openFileSource } from './file-source.ts';
import { KeptUpload } from './kept-upload.ts';
import { bytesText, progressOf } from './progress.ts';
import type { Session } from './session.ts';
import { shown } from './table-text.ts';
import { textOptionFlags, textOptionsOf, textOptionUsage } from './text-option-flags.ts';
import { UsageError } from './usage-error.ts';

export const loadCommand: Command = {
  name: 'load',
  summary: 'load a file into a table',
  usage: `quern load FILE [options]                 CSV, TSV, JSON or Parquet, also with .gz or .zst; - is standard input

  -d, --database NAME    name or id; needed where there are several
  -t, --table NAME       schema.table or table; the file's name unless given
  -m, --mode MODE        ${loadModes.join(', ')}; has to be said where the table has rows
  -k, --key COLUMN       what tells rows apart, for upsert, update and delete; several times for several columns
  --format FORMAT        csv, json or parquet; told by the name's ending and the file unless given
${textOptionUsage}
  --json                 print the answer as JSON

  A load that stopped half-way goes on when the same command is given again within a day.`,
  options: {
    table: { type: 'string', short: 't' },
    mode: { type: 'string', short: 'm' },
    key: { type: 'string', short: 'k', multiple: true },
    format: { type: 'string' },
    ...textOptionFlags,
  },
  async run({ session, values, positionals, terminal, environment }) {
    const [path, ...rest] = positionals;
    if (path === undefined || rest.length > 0)
      throw new UsageError('name one file: quern load people.csv --table people');
    const name = values.text('table') ?? (path === '-' ? undefined : tableNameOf(path));
    if (name === undefined) throw new UsageError('name the table with --table');
    const target = splitName(name);
    const options = {
      ...readOptions(values, path),
      schema: target.schema,
      signal: terminal.signal,
    };
    const database = await session().database();
    const demandMode =
      values.text('mode') === undefined
        ? () => demandNoRows(database, target, 'the file')
        : async () => {};
    const progress = progressOf(terminal, basename(path));
    const file = path === '-' ? null : await openFileSource(path);
    try {
      const told = { ...options, onProgress: progress.show, onJob: tellFailures(terminal.say) };
      if (file === null) await demandMode();
      const loaded = file
        ? await loadFile(
            session(),
            database,
            file,
            { path, target, demandMode, ...told },
            environment,
          )
        : await database.load(target.table, process.stdin as AsyncIterable<Uint8Array>, told);
      progress.end();
      const { row_count: rows, schema_name: schema, table_name: table } = loaded;
      for (const warning of loaded.warnings ?? []) terminal.say(`warning: ${shown(warning)}`);
      if (values.flag('json')) await terminal.write(`${JSON.stringify(loaded)}\n`);
      else
        terminal.say(
          `${shown(database.name)}: ${schema}.${table} has ${rows} rows (${options.mode}${file ? `, ${bytesText(file.size)}` : ''})`,
        );
      return 0;
    } finally {
      progress.end();
      await file?.close();
    }
  },
};

interface FileLoad extends LoadOptions {
  readonly path: string;
  readonly target: TableName;
  /** Refuses to replace rows where no mode was given. */
  readonly demandMode: () => Promise<void>;
}

/**
 * Uploads a file and loads it. If the same command stopped earlier with the same file, the upload
 * continues: bytes that the service has are not sent again. The load is requested again with the
 * same upload, which the service loads once and answers with the first load's answer.
 */
async function loadFile(
  { client, url, terminal }: Session,
  database: Database,
  file: FileSource,
  { path, target, demandMode, ...options }: FileLoad,
  { uploadsPath }: ClientEnvironment,
): Promise<LoadManagedTableResponse> {
  const { mode, key, text } = options;
  const bytes = [resolve(path), file.size, file.changedAt];
  const what = [url, database.id, target, mode, key, ...bytes, ...(text ? [text] : [])];
  const kept = new KeptUpload(uploadsPath, what, terminal.say);
  const onState = (state: UploadState) => kept.note(state);
  const send = (resume?: UploadState) => client.upload(file, { ...options, onState, resume });
  const begun = kept.read();
  let isAsked = begun?.loadAsked === true;
  // A load that is requested again may have made the existing rows.
  if (!isAsked) await demandMode();
  try {
    if (begun !== null)
      terminal.say(
        `${shown(file.name)}: ${isAsked ? 'a load that may be done is asked for again' : 'an upload that stopped goes on'}`,
      );
    const uploaded = await (begun === null
      ? send()
      : send(begun).catch((error: unknown) => {
          if (!isOver(error)) throw error;
          const isDoubtful = isAsked && mode === 'append' && !(error instanceof TypeError);
          isAsked = false;
          if (!isDoubtful) return demandMode().then(() => send());
          kept.forget();
          throw gone(error);
        }));
    isAsked = true;
    kept.noteLoad();
    const loaded = await database.load(target.table, { uploadId: uploaded.upload_id }, options);
    kept.forget();
    return loaded;
  } catch (error) {
    if (isAsked ? isRefused(error) : isOver(error)) kept.forget();
    else if (kept.isKept)
      terminal.say(
        isAsked
          ? 'whether it was loaded is not known: the same command asks within a day, and loads it once'
          : 'what was sent is kept for a day: the same command goes on from there',
      );
    throw error;
  }
}

/**
 * True if the upload cannot continue: the service has dropped the upload, or the file has other
 * bytes.
 */
function isOver(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  if (!(error instanceof QuernError) || error.code === 'UNREADABLE_ANSWER') return false;
  const { code, operation = '', status = 0 } = error;
  if (code === 'UPLOAD_REFUSED') return status === 404;
  // 400 concerns the service's sessions and parts (docs/contract/loads-and-uploads.md).
  return operation.startsWith('uploads.') && [400, 404].includes(status);
}

/**
 * True if the service itself says that it did not load, and will not load this upload. Errors that
 * may pass (a lock, a token, a proxy) say nothing about the load, and neither does a job whose
 * state is unknown.
 */
function isRefused(error: unknown): boolean {
  if (!(error instanceof QuernError)) return false;
  const { code, operation, status = 0, retryAfterMs } = error;
  if (code === 'JOB_FAILED') return true;
  const isLasting = [400, 404, 409, 413, 422].includes(status) && retryAfterMs === undefined;
  return operation === 'databases.loadTable' && code !== 'UNREADABLE_ANSWER' && isLasting;
}

/**
 * The error for services that drop uploads within a day. Thrown once: the next command begins anew.
 */
const gone = (cause: unknown) =>
  new Error(
    'the upload that the same command loaded before is gone, and nobody knows whether its rows are there: look at the table; the command given again uploads and appends',
    { cause },
  );

function readOptions(values: Values, path: string): LoadOptions {
  const mode = values.text('mode') ?? 'replace';
  const known = loadModes.find((one) => one === mode);
  if (known === undefined)
    throw new UsageError(`--mode '${mode}' is none of ${loadModes.join(', ')}`);
  const key = values.texts('key');
  return {
    mode: known,
    ...(key.length > 0 ? { key } : {}),
    format: values.text('format') as LoadOptions['format'],
    ...contentOf(path),
    ...textOptionsOf(values),
  };
}

/** Reports once why a failed load is tried again. */
function tellFailures(say: (text: string) => void): (job: JobStatusResponse) => void {
  let told: string | undefined;
  return ({ status, error_message: message }) => {
    if (status === 'failed' || !message || message === told) return;
    told = message;
    say(`the load failed and is tried again: ${message}`);
  };
}

function splitName(name: string): TableName {
  const [first = '', second, ...rest] = name.split('.');
  if (rest.length > 0 || first === '' || second === '')
    throw new UsageError(`'${name}' is no table: say table, or schema.table`);
  return second === undefined ? { schema: 'main', table: first } : { schema: first, table: second };
}
