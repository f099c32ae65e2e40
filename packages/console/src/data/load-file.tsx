import { type DatabaseDetailResponse, type TextOptions, tableNameOf } from '@quern/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button, Form } from 'react-aria-components';
import { goTo } from '../router.ts';
import { useClient } from '../session/session.ts';
import { Field, textOf } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { bytesText, countText } from '../ui/numbers.ts';
import { Picker } from '../ui/picker.tsx';
import { Problem } from '../ui/problem.tsx';
import { ScrollX } from '../ui/scroll-x.tsx';
import { notify } from '../ui/toasts.tsx';
import { type FilePreview, previewFile } from './file-preview.ts';
import { TextOptionFields } from './text-option-fields.tsx';

const modes = [
  { id: 'replace', label: 'Replace what the table holds' },
  { id: 'append', label: 'Append to it' },
  { id: 'upsert', label: 'Insert new keys, update known ones' },
  { id: 'update', label: 'Update known keys alone' },
  { id: 'delete', label: 'Delete the rows of these keys' },
];

interface Properties {
  readonly database: DatabaseDetailResponse;
  readonly file: File;
  readonly close: () => void;
}

/** Previews a file, then uploads and loads the file. */
export function LoadFile({ database, file, close }: Properties) {
  const [text, setText] = useState<TextOptions>({});
  const preview = useQuery({
    queryKey: ['preview', file.name, file.size, file.lastModified, text],
    queryFn: () => previewFile(file, text),
    staleTime: 0,
    placeholderData: (before) => before,
  });
  return (
    <Loaded query={preview}>
      {(found) => <LoadForm {...{ database, file, close, text, setText }} preview={found} />}
    </Loaded>
  );
}

function LoadForm({
  database,
  file,
  close,
  preview,
  text,
  setText,
}: Properties & {
  readonly preview: FilePreview;
  readonly text: TextOptions;
  readonly setText: (text: TextOptions) => void;
}) {
  const client = useClient();
  const cache = useQueryClient();
  const [table, setTable] = useState(tableNameOf(file.name));
  const place = { database, table: table.trim().toLowerCase() };
  const [mode, setMode] = useModeOf(place);
  const [sent, setSent] = useState(0);
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const schema = database.default_schema;
  const load = useMutation({
    mutationFn: async (fields: FormData) => {
      const table = textOf(fields, 'table') ?? '';
      const key = textOf(fields, 'key');
      abort.current = new AbortController();
      const answer = await client.database(database.id).load(table, file, {
        mode: (mode ?? undefined) as 'replace',
        schema,
        contentType: preview.contentType,
        contentEncoding: preview.contentEncoding,
        text: preview.format === 'parquet' ? undefined : text,
        ...(key ? { key: key.split(',').map((name) => name.trim()) } : {}),
        onProgress: ({ sentBytes }) => setSent(sentBytes),
        signal: abort.current.signal,
      });
      return answer;
    },
    onSuccess: ({ table_name, schema_name, row_count }) => {
      notify(`${table_name} holds ${countText(row_count)} ${row_count === 1 ? 'row' : 'rows'}.`);
      void cache.invalidateQueries();
      close();
      goTo(['data', database.id, database.default_catalog, schema_name, table_name]);
    },
  });
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (mode !== null) load.mutate(new FormData(event.currentTarget));
      }}
    >
      <FileFound size={file.size} preview={preview} />
      {preview.format === 'csv' && (
        <TextOptionFields found={preview.delimiter} text={text} setText={setText} />
      )}
      <Target {...{ place, mode, setMode, setTable }} initial={table} />
      {load.isPending && <Sent sent={sent} size={file.size} />}
      {load.error && <Problem error={load.error} />}
      <div className="actions">
        <Button type="submit" className="primary" isDisabled={load.isPending || mode === null}>
          Load
        </Button>
        <Button onPress={close}>{load.isPending ? 'Stop' : 'Cancel'}</Button>
      </div>
    </Form>
  );
}

const keyedModes: ReadonlySet<string> = new Set(['upsert', 'update', 'delete']);

/** Chooses the table, and the mode of the load. */
function Target({
  place,
  initial,
  mode,
  setMode,
  setTable,
}: {
  readonly place: Place;
  readonly initial: string;
  readonly mode: string | null;
  readonly setMode: (mode: string) => void;
  readonly setTable: (table: string) => void;
}) {
  return (
    <>
      <Field
        name="table"
        label="Table"
        isRequired
        initial={initial}
        onChange={setTable}
        help={`In the schema ${place.database.default_schema}.`}
      />
      <WhatBecomes place={place} />
      <Picker label="Mode" value={mode} options={modes} onChange={setMode} />
      {mode !== null && keyedModes.has(mode) && <KeyField />}
    </>
  );
}

const KeyField = () => (
  <Field
    name="key"
    label="Key"
    help="Columns that tell rows apart, with commas; the table's declared key unless given."
  />
);

interface Place {
  readonly database: DatabaseDetailResponse;
  readonly table: string;
}

/** True if a loaded table of the name exists. */
function useIsThere({ database, table }: Place) {
  const client = useClient();
  const { default_connection_id: connection_id, default_schema: schema } = database;
  return useQuery({
    queryKey: ['table is there', connection_id, schema, table],
    queryFn: async ({ signal }) => {
      const args = { connection_id, schema, table };
      const { tables } = await client.informationSchema.list(args, { signal });
      return tables.some((one) => one.table === table && one.synced);
    },
    staleTime: 0,
  });
}

/**
 * Mode of a load. Only the reader's choice replaces rows; a file with the name of a table implies
 * nothing. Null before a choice.
 */
function useModeOf(place: Place): [string | null, (mode: string) => void] {
  const isThere = useIsThere(place);
  const [chosen, setChosen] = useState<{ readonly table: string; readonly mode: string } | null>(
    null,
  );
  const isNew = isThere.data === false && !isThere.isFetching;
  const mode = chosen?.table === place.table ? chosen.mode : isNew ? 'replace' : null;
  return [mode, (next) => setChosen({ table: place.table, mode: next })];
}

function WhatBecomes({ place }: { readonly place: Place }) {
  const { data } = useIsThere(place);
  if (data !== true) return null;
  return (
    <p role="status">
      <strong>{place.table} is there already.</strong> Choose what becomes of the rows that it has.
    </p>
  );
}

function FileFound({ size, preview }: { readonly size: number; readonly preview: FilePreview }) {
  return (
    <>
      <p className="muted">
        {bytesText(size)} of{' '}
        {preview.format === 'csv' ? 'CSV' : preview.format === 'json' ? 'JSON' : 'Parquet'}
        {preview.contentEncoding ? `, packed by ${preview.contentEncoding}` : ''}
        {preview.columns.length > 0 ? `, ${preview.columns.length} columns` : ''}. The service reads
        the types out of all rows.
      </p>
      {preview.problem !== undefined && <p role="alert">{preview.problem}</p>}
      {preview.columns.length > 0 && <PreviewTable preview={preview} />}
    </>
  );
}

function Sent({ sent, size }: { readonly sent: number; readonly size: number }) {
  return (
    <div role="status">
      <progress max={Math.max(1, size)} value={sent} aria-label="Sent" /> {bytesText(sent)} sent
      {sent >= size ? '; the service loads it' : ''}
    </div>
  );
}

function PreviewTable({ preview }: { readonly preview: FilePreview }) {
  return (
    <ScrollX label="First rows of the file">
      <table className="list">
        <thead>
          <tr>
            {preview.columns.map(({ name, type }) => (
              <th key={name}>
                {name} <span className="muted">{type}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file stay in their order.
            <tr key={index}>
              {preview.columns.map(({ name }, column) => (
                <td key={name} className="clip">
                  {row[column] ?? <span className="muted">null</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollX>
  );
}
