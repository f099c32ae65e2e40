import type { GetConnectionResponse } from '@quern/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { tablesOf } from '../api/schema.ts';
import { goTo, hrefTo } from '../router.ts';
import { useClient, useMay } from '../session/session.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { countText, timeText } from '../ui/numbers.ts';
import { Problem } from '../ui/problem.tsx';
import { ScrollX } from '../ui/scroll-x.tsx';

/** A connection: health of the source, and the discovered tables. */
export function ConnectionPage({ id }: { readonly id: string }) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['connection', id],
    queryFn: ({ signal }) => client.connections.get({ connection_id: id }, { signal }),
  });
  return (
    <section className="page">
      <nav aria-label="Where this is">
        <a href={hrefTo(['connections'])}>Connections</a>
      </nav>
      <Loaded query={query}>
        {(connection) => (
          <>
            <div className="page-head">
              <h1>{connection.name}</h1>
              <span className="muted">{connection.source_type}</span>
              <span className="spring" />
              <Actions connection={connection} />
            </div>
            {connection.discovery_error && (
              <p role="alert" className="problem">
                Its tables could not be read. {connection.discovery_error}
              </p>
            )}
            <p className="muted">
              {countText(connection.table_count)}{' '}
              {connection.table_count === 1 ? 'table' : 'tables'},{' '}
              {countText(connection.synced_table_count)} with rows kept here.
              {connection.discovered_at
                ? ` Looked through ${timeText(connection.discovered_at)}.`
                : ''}
            </p>
            <Tables id={id} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Actions({
  connection: { id, name, source_type },
}: {
  readonly connection: GetConnectionResponse;
}) {
  const client = useClient();
  const [mayWrite, mayRefresh] = [useMay('connections:write'), useMay('refresh:run')];
  const isSource = source_type !== 'managed';
  const test = useMutation({
    mutationFn: () => client.connections.checkHealth({ connection_id: id }),
  });
  return (
    <>
      <div className="actions">
        {isSource && (
          <Button onPress={() => test.mutate()} isDisabled={test.isPending}>
            Test
          </Button>
        )}
        {isSource && mayRefresh && (
          <FormDialog
            label="Discover"
            title={`Look for the tables of ${name} again?`}
            act={async () => {
              const answer = await client.refresh.run({ connection_id: id });
              const [failed] = ('errors' in answer && answer.errors) || [];
              if (failed) throw new Error(`Its tables could not be read. ${failed.error}`);
              return 'The tables are looked through.';
            }}
          />
        )}
        {isSource && mayRefresh && (
          <FormDialog
            label="Refresh"
            title={`Fetch the rows of ${name} again?`}
            act={async () => {
              await client.refresh.run({ connection_id: id, data: true, async: true });
              return 'A job fetches the tables that have rows here.';
            }}
          />
        )}
        {mayWrite && (
          <FormDialog
            label="Delete"
            title={`Delete ${name}?`}
            isDangerous
            act={async () => {
              await client.connections.delete({ connection_id: id });
              goTo(['connections']);
              return `${name} is deleted. Nothing at its source was touched.`;
            }}
          />
        )}
      </div>
      {test.error && <Problem error={test.error} />}
      {test.data && (
        <p role="status" className={test.data.healthy ? 'good' : 'bad'}>
          {test.data.healthy
            ? `The source answers, in ${test.data.latency_ms} ms.`
            : `The source does not answer as it should. ${test.data.error}`}
        </p>
      )}
    </>
  );
}

function Tables({ id }: { readonly id: string }) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['tables', id],
    queryFn: ({ signal }) => tablesOf(client, id, signal),
  });
  return (
    <Loaded query={query} lines={6}>
      {(tables) =>
        tables.length === 0 ? (
          <p className="empty">No table was found there.</p>
        ) : (
          <ScrollX label="Tables">
            <table className="list">
              <thead>
                <tr>
                  <th>Table</th>
                  <th>State</th>
                  <th className="number">Columns</th>
                  <th className="number">Rows, estimated</th>
                  <th>Fetched</th>
                </tr>
              </thead>
              <tbody>
                {tables.map(
                  ({ schema, table, state, columns, row_estimate, last_sync, sync_error }) => (
                    <tr key={`${schema}.${table}`}>
                      <td>
                        {schema}.<strong>{table}</strong>
                        {sync_error && <div className="bad small">{sync_error}</div>}
                      </td>
                      <td>{state ?? ''}</td>
                      <td className="number">{columns?.length ?? 0}</td>
                      <td className="number">
                        {row_estimate == null ? '' : countText(row_estimate)}
                      </td>
                      <td>{last_sync ? timeText(last_sync) : ''}</td>
                    </tr>
                  ),
                )}
              </tbody>
            </table>
          </ScrollX>
        )
      }
    </Loaded>
  );
}
