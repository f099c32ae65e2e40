import type { CreateIndexRequest, IndexInfoResponse, TableInfo } from '@quern/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient, useMay } from '../session/session.ts';
import { ChoiceField } from '../ui/choice-field.tsx';
import { Field, textOf } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ListTable } from '../ui/list-table.tsx';
import { Loaded } from '../ui/loaded.tsx';

interface Properties {
  readonly connectionId: string;
  readonly table: TableInfo;
}

/** Indexes of a table: purpose and state. */
export function TableIndexes({ connectionId, table }: Properties) {
  const client = useClient();
  const mayWrite = useMay('indexes:write');
  const place = { connection_id: connectionId, schema: table.schema, table: table.table };
  const query = useQuery({
    queryKey: ['indexes', connectionId, table.schema, table.table],
    queryFn: async ({ signal }) => (await client.indexes.listOfTable(place, { signal })).indexes,
    // The page polls an index that is being built.
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'pending') ? 2000 : false,
  });
  return (
    <Loaded query={query}>
      {(indexes) => (
        <div className="stack">
          {indexes.length === 0 ? (
            <p className="empty">
              The table has no index. Files are left out by their statistics all the same.
            </p>
          ) : (
            <IndexTable {...{ connectionId, table, indexes }} />
          )}
          {mayWrite && (
            <div>
              <NewIndex {...{ connectionId, table }} />
            </div>
          )}
        </div>
      )}
    </Loaded>
  );
}

function IndexTable({
  connectionId,
  table,
  indexes,
}: Properties & { readonly indexes: readonly IndexInfoResponse[] }) {
  const client = useClient();
  const mayWrite = useMay('indexes:write');
  return (
    <ListTable columns={['Index', 'Kind', 'Columns', 'Status']}>
      {indexes.map(
        ({ index_name, index_type, columns, status, metric, algorithm, source_column }) => (
          <tr key={index_name}>
            <td>{index_name}</td>
            <td>{[index_type, algorithm, metric].filter(Boolean).join(', ')}</td>
            <td>{source_column ?? columns.join(', ')}</td>
            <td>{status}</td>
            <td>
              {mayWrite && (
                <FormDialog
                  label="Delete"
                  title={`Delete ${index_name}?`}
                  isDangerous
                  act={async () => {
                    const { schema, table: name } = table;
                    await client.indexes.delete({
                      connection_id: connectionId,
                      schema,
                      table: name,
                      index_name,
                    });
                    return `${index_name} is deleted.`;
                  }}
                />
              )}
            </td>
          </tr>
        ),
      )}
    </ListTable>
  );
}

const kinds = [
  { id: 'bm25', label: 'Full text: words of text columns' },
  { id: 'vector', label: 'Vectors: what is near, or means the same' },
  { id: 'sorted', label: 'Sorted: equal and between' },
];
const metrics = ['cosine', 'l2', 'dot'].map((id) => ({ id, label: id }));

function NewIndex({ connectionId, table }: Properties) {
  const client = useClient();
  const [kind, setKind] = useState('bm25');
  const mayEmbed = useMay('embedding_providers:read');
  const { data: providers } = useQuery({
    queryKey: ['embedding providers'],
    queryFn: async ({ signal }) =>
      (await client.embeddingProviders.list({}, { signal })).embedding_providers,
    enabled: mayEmbed,
  });
  return (
    <FormDialog
      label="New index"
      title={`New index of ${table.table}`}
      action="Build"
      act={async (fields) => {
        const name = textOf(fields, 'index_name') ?? '';
        const provider = textOf(fields, 'embedding_provider_id');
        await client.indexes.create({
          connection_id: connectionId,
          schema: table.schema,
          table: table.table,
          index_name: name,
          index_type: kind as NonNullable<CreateIndexRequest['index_type']>,
          columns: (textOf(fields, 'columns') ?? '').split(',').map((column) => column.trim()),
          ...(kind === 'vector'
            ? { metric: (textOf(fields, 'metric') ?? 'cosine') as 'cosine' }
            : {}),
          ...(kind === 'vector' && provider ? { embedding_provider_id: provider } : {}),
          async: true,
        });
        return `${name} is being built.`;
      }}
    >
      <Field name="index_name" label="Name" isRequired autoFocus />
      <ChoiceField
        name="index_type"
        label="Kind"
        options={kinds}
        initial={kind}
        onChange={setKind}
      />
      <Field
        name="columns"
        label="Columns"
        isRequired
        help={`With commas. There are: ${(table.columns ?? []).map(({ name }) => name).join(', ')}`}
      />
      {kind === 'vector' && (
        <ChoiceField name="metric" label="Distance" options={metrics} initial="cosine" />
      )}
      {kind === 'vector' && (
        <ChoiceField
          name="embedding_provider_id"
          label="Embedding provider, for a column of text"
          options={(providers ?? []).map(({ id, name }) => ({ id, label: name }))}
        />
      )}
    </FormDialog>
  );
}
