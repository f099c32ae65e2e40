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
    queryFn: async ({ signal }) => {
      const listing = client.databases.listSnapshots(
        { database_id: databaseId, limit: 100 },
        { signal },
      );
      if (!of) return (await listing).snapshots;
      const found = [];
      let seen = 0;
      for await (const commit of listing) {
        if (commit.operation.endsWith(` ${of.schema}.${of.table}`)) found.push(commit);
        seen += 1;
        if (seen >= mostCommits) break;
      }
      return found;
    },
  });
  const name = of ? [of.schema, of.table].map(quoted).join('.') : null;
  return (
    <Loaded query={query}>
      {(snapshots) => (
        <>
          {snapshots.length === 0 ? (
            <p className="empty">
              No commit of this table can be read any more; its rows are those of the last one.
            </p>
          ) : (
            <p className="muted">
              <code>
                FROM {of?.table ?? 'orders'} AT (VERSION =&gt; {snapshots[0]?.snapshot_id ?? 1})
              </code>{' '}
              reads a table as it was then.
            </p>
          )}
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
                {snapshots.map(({ snapshot_id, operation, committed_at }) => (
                  <tr key={snapshot_id}>
                    <td className="number">{snapshot_id}</td>
                    <td>{operation}</td>
                    <td className="nowrap">{timeText(committed_at)}</td>
                    {name && (
                      <td>
                        <a
                          aria-label={`Query it: snapshot ${snapshot_id}`}
                          href={hrefTo(['query'], {
                            sql: `SELECT *\nFROM ${name} AT (VERSION => ${snapshot_id})\nLIMIT 100`,
                            database: databaseId,
                          })}
                        >
                          Query it
                        </a>
                      </td>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollX>
        </>
      )}
    </Loaded>
  );
}
