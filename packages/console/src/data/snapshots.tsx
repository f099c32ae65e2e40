import type { Client, DatabaseSnapshotInfo } from '@quern/client';
import { useQuery } from '@tanstack/react-query';
import { goTo, hrefTo } from '../router.ts';
import { useClient, useMay } from '../session/session.ts';
import { quoted } from '../sql/quoted.ts';
import { Field, textOf } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { countText, timeText } from '../ui/numbers.ts';
import { ScrollX } from '../ui/scroll-x.tsx';

/** Commits to search for the commits of one table. */
const mostCommits = 1000;

interface TableName {
  readonly schema: string;
  readonly table: string;
}

/**
 * Readable commits of the database's own catalog, newest first; with a table, the loads and other
 * changes of the table.
 */
export function Snapshots({
  databaseId,
  of,
}: {
  readonly databaseId: string;
  readonly of?: TableName;
}) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['snapshots', databaseId, of?.schema, of?.table],
    queryFn: ({ signal }) => readCommits(client, databaseId, of, signal),
  });
  return (
    <Loaded query={query}>
      {(commits) => (
        <>
          {commits.length === 0 ? (
            <p className="empty">
              No commit of this table can be read any more; its rows are those of the last one.
            </p>
          ) : (
            <p className="muted above">
              <code>
                FROM {of?.table ?? 'orders'} AT (VERSION =&gt; {commits[0]?.snapshot_id ?? 1})
              </code>{' '}
              reads a table as it was then.
            </p>
          )}
          <Commits databaseId={databaseId} of={of} commits={commits} />
        </>
      )}
    </Loaded>
  );
}

async function readCommits(
  client: Client,
  databaseId: string,
  of: TableName | undefined,
  signal: AbortSignal,
): Promise<readonly DatabaseSnapshotInfo[]> {
  const args = { database_id: databaseId, limit: 100 };
  const listing = client.databases.listSnapshots(args, { signal });
  if (!of) return (await listing).snapshots;
  const found: DatabaseSnapshotInfo[] = [];
  let seen = 0;
  for await (const commit of listing) {
    if (commit.operation.endsWith(` ${of.schema}.${of.table}`)) found.push(commit);
    seen += 1;
    if (seen >= mostCommits) break;
  }
  return found;
}

function Commits({
  databaseId,
  of,
  commits,
}: {
  readonly databaseId: string;
  readonly of: TableName | undefined;
  readonly commits: readonly DatabaseSnapshotInfo[];
}) {
  return (
    <ScrollX label="Commits">
      <table className="list">
        <thead>
          <tr>
            <th className="number">Snapshot</th>
            <th>What was committed</th>
            <th>When</th>
            <th>
              <span className="hidden-label">What to do</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {commits.map(({ snapshot_id, operation, committed_at }, index) => (
            <tr key={snapshot_id}>
              <td className="number">{snapshot_id}</td>
              <td>{operation}</td>
              <td className="nowrap">{timeText(committed_at)}</td>
              <td>
                <div className="actions">
                  {of ? (
                    <OfTable {...{ databaseId, of, operation }} snapshot={snapshot_id} />
                  ) : (
                    <OfDatabase
                      {...{ databaseId, operation }}
                      snapshot={snapshot_id}
                      earlier={commits.slice(index + 1)}
                    />
                  )}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollX>
  );
}

interface CommitProperties {
  readonly databaseId: string;
  readonly snapshot: number;
  readonly operation: string;
}

/** Actions on a commit to one table: show or restore the earlier rows. */
function OfTable({
  databaseId,
  of,
  snapshot,
  operation,
}: CommitProperties & { readonly of: TableName }) {
  const name = [of.schema, of.table].map(quoted).join('.');
  return (
    <>
      <a
        aria-label={`Query snapshot ${snapshot}`}
        href={hrefTo(['query'], {
          sql: `SELECT *\nFROM ${name} AT (VERSION => ${snapshot})\nLIMIT 100`,
          database: databaseId,
        })}
      >
        Query
      </a>
      {!/^(drop|declare) /.test(operation) && (
        <RestoreTable {...{ databaseId, of, snapshot }} label={`Restore snapshot ${snapshot}`} />
      )}
    </>
  );
}

/** Commits that remove rows of a table. */
const losing = /^(?:drop table|replace|delete|update|upsert|restore) ([^.]+)\.(.+)$/;

/** Actions on a commit to any table: undo the change of the table, or fork the earlier database. */
function OfDatabase({
  databaseId,
  snapshot,
  operation,
  earlier,
}: CommitProperties & { readonly earlier: readonly DatabaseSnapshotInfo[] }) {
  const [, schema = '', table = ''] = losing.exec(operation) ?? [];
  const isOfTable = (commit: DatabaseSnapshotInfo) =>
    commit.operation.endsWith(` ${schema}.${table}`) && !commit.operation.startsWith('declare ');
  return (
    <>
      {table !== '' && earlier.some(isOfTable) && (
        <RestoreTable
          {...{ databaseId }}
          of={{ schema, table }}
          snapshot={snapshot - 1}
          label={`Restore ${table} of before`}
        />
      )}
      <ForkSnapshot {...{ databaseId, snapshot }} />
    </>
  );
}

function RestoreTable({
  databaseId,
  of: { schema, table },
  snapshot,
  label,
}: Pick<CommitProperties, 'databaseId' | 'snapshot'> & {
  readonly of: TableName;
  readonly label: string;
}) {
  const client = useClient();
  if (!useMay('databases:redeclare')) return null;
  return (
    <FormDialog
      label={label}
      action="Restore"
      title={`Make ${table} what it was at snapshot ${snapshot}?`}
      act={async () => {
        const args = { database_id: databaseId, schema, table, snapshot_id: snapshot };
        const { row_count } = await client.databases.restoreTable(args);
        return `${table} holds ${countText(row_count)} ${row_count === 1 ? 'row' : 'rows'} again.`;
      }}
    >
      <p>
        The rows and columns of then take the place of those that it has. The restore is one more
        commit, so it can be taken back in the same way.
      </p>
    </FormDialog>
  );
}

function ForkSnapshot({ databaseId, snapshot }: Pick<CommitProperties, 'databaseId' | 'snapshot'>) {
  const client = useClient();
  if (!useMay('databases:fork')) return null;
  return (
    <FormDialog
      label={`Fork snapshot ${snapshot}`}
      action="Fork"
      title={`A database of its own with all tables as of snapshot ${snapshot}`}
      act={async (fields) => {
        const name = textOf(fields, 'name');
        const args = { database_id: databaseId, snapshot_id: snapshot, name };
        const fork = await client.databases.fork(args);
        goTo(['data', fork.id]);
        return `${fork.name ?? fork.id} is as the database was at snapshot ${snapshot}.`;
      }}
    >
      <Field name="name" label="Name" autoFocus />
    </FormDialog>
  );
}
