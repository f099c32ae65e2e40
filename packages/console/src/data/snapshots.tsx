import type { Client, DatabaseSnapshotInfo } from '@quern/client';
import { useQuery } from '@tanstack/react-query';
import { hrefTo } from '../router.ts';
import { useClient } from '../session/session.ts';
import { quoted } from '../sql/quoted.ts';
import { Loaded } from '../ui/loaded.tsx';
import { timeText } from '../ui/numbers.ts';
import { ScrollX } from '../ui/scroll-x.tsx';

/** Commits that are looked through for those of one table. */
const mostCommits = 1000;

interface TableName {
  readonly schema: string;
  readonly table: string;
}

/**
 * The commits of the database's own catalog that can still be read, newest first; those of one
 * table where one is given, which are its loads and what else changed it.
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
  const name = of && [of.schema, of.table].map(quoted).join('.');
  return (
    <ScrollX label="Commits">
      <table className="list">
        <thead>
          <tr>
            <th className="number">Snapshot</th>
            <th>What was committed</th>
            <th>When</th>
            {name && (
              <th>
                <span className="hidden-label">What to do</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {commits.map(({ snapshot_id, operation, committed_at }) => (
            <tr key={snapshot_id}>
              <td className="number">{snapshot_id}</td>
              <td>{operation}</td>
              <td className="nowrap">{timeText(committed_at)}</td>
              {name && (
                <td>
                  <a
                    aria-label={`Query snapshot ${snapshot_id}`}
                    href={hrefTo(['query'], {
                      sql: `SELECT *\nFROM ${name} AT (VERSION => ${snapshot_id})\nLIMIT 100`,
                      database: databaseId,
                    })}
                  >
                    Query
                  </a>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollX>
  );
}
