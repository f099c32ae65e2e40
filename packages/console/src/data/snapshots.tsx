import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.ts';
import { Loaded } from '../ui/loaded.tsx';
import { timeText } from '../ui/numbers.ts';

/** The commits of the database's own catalog that can still be read, newest first. */
export function Snapshots({ databaseId }: { readonly databaseId: string }) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['snapshots', databaseId],
    queryFn: async ({ signal }) =>
      (await client.databases.listSnapshots({ database_id: databaseId, limit: 100 }, { signal }))
        .snapshots,
  });
  return (
    <Loaded query={query}>
      {(snapshots) => (
        <>
          <p className="muted">
            <code>FROM orders AT (VERSION =&gt; {snapshots[0]?.snapshot_id ?? 1})</code> reads a
            table as it was then.
          </p>
          <table className="list">
            <thead>
              <tr>
                <th className="number">Snapshot</th>
                <th>What was committed</th>
                <th>When</th>
              </tr>
            </thead>
            <tbody>
              {snapshots.map(({ snapshot_id, operation, committed_at }) => (
                <tr key={snapshot_id}>
                  <td className="number">{snapshot_id}</td>
                  <td>{operation}</td>
                  <td>{timeText(committed_at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Loaded>
  );
}
