import type { ConnectionInfo, DatabaseDetailResponse } from '@quern/client';
import { useQuery } from '@tanstack/react-query';
import { useClient, useMay } from '../session/session.ts';
import { ChoiceField } from '../ui/choice-field.tsx';
import { Field, textOf } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ListTable } from '../ui/list-table.tsx';
import { Loaded } from '../ui/loaded.tsx';

interface Properties {
  readonly database: DatabaseDetailResponse;
  readonly connections: readonly ConnectionInfo[];
}

/** Connections that are catalogs of a database, beside the own catalog. */
export function Catalogs({ database }: Pick<Properties, 'database'>) {
  const client = useClient();
  const mayAttach = useMay('databases:attach');
  const query = useQuery({
    queryKey: ['connections'],
    queryFn: async ({ signal }) => (await client.connections.list({}, { signal })).connections,
  });
  return (
    <Loaded query={query}>
      {(connections) => (
        <div className="stack">
          <dl className="facts">
            <dt>Own catalog</dt>
            <dd>
              <code>{database.default_catalog}</code>, whose schema{' '}
              <code>{database.default_schema}</code> is that of names without one
            </dd>
          </dl>
          {database.attachments.length === 0 ? (
            <p className="muted">No connection is attached.</p>
          ) : (
            <Attached {...{ database, connections }} />
          )}
          {mayAttach && <Attach {...{ database, connections }} />}
        </div>
      )}
    </Loaded>
  );
}

function Attached({ database: { id, attachments }, connections }: Properties) {
  const client = useClient();
  const mayAttach = useMay('databases:attach');
  const nameOf = (connectionId: string) =>
    connections.find((row) => row.id === connectionId)?.name ?? connectionId;
  return (
    <ListTable columns={['Catalog', 'Connection']}>
      {attachments.map(({ connection_id, alias }) => (
        <tr key={connection_id}>
          <td>
            <code>{alias ?? nameOf(connection_id)}</code>
          </td>
          <td>{nameOf(connection_id)}</td>
          <td>
            {mayAttach && (
              <FormDialog
                label="Detach"
                title={`Detach ${nameOf(connection_id)}?`}
                act={async () => {
                  await client.databases.detachCatalog({ database_id: id, connection_id });
                  return 'It is detached. The connection itself stays.';
                }}
              />
            )}
          </td>
        </tr>
      ))}
    </ListTable>
  );
}

function Attach({ database: { id, attachments }, connections }: Properties) {
  const client = useClient();
  const others = connections.filter(
    (row) => !attachments.some(({ connection_id }) => connection_id === row.id),
  );
  if (others.length === 0) return null;
  return (
    <div>
      <FormDialog
        label="Attach a connection"
        title="Attach a connection as a catalog"
        action="Attach"
        act={async (fields) => {
          const connection_id = String(fields.get('connection_id'));
          await client.databases.attachCatalog({
            database_id: id,
            connection_id,
            alias: textOf(fields, 'alias'),
          });
          return 'It is attached.';
        }}
      >
        <ChoiceField
          name="connection_id"
          label="Connection"
          isRequired
          options={others.map((row) => ({ id: row.id, label: row.name }))}
        />
        <Field
          name="alias"
          label="Name in this database"
          help="The connection's own name unless given."
        />
      </FormDialog>
    </div>
  );
}
