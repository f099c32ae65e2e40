import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.ts';
import { Loaded } from '../ui/loaded.tsx';
import { bytesText, countText, timeText } from '../ui/numbers.ts';
import '../styles/data.css';

/** What the workspace used this month. */
export function UsagePage() {
  const client = useClient();
  const query = useQuery({
    queryKey: ['usage'],
    queryFn: ({ signal }) => client.usage.get({}, { signal }),
  });
  return (
    <section className="page">
      <h1>Usage</h1>
      <Loaded query={query}>
        {({ since, query_count, bytes_scanned, storage_bytes, storage_captured_at }) => (
          <>
            <p className="muted">Since {timeText(since)}.</p>
            <div className="cards">
              <Figure value={countText(query_count)} label="queries" />
              <Figure value={bytesText(bytes_scanned)} label="read from storage" />
              <Figure
                value={bytesText(storage_bytes)}
                label={
                  storage_captured_at
                    ? `stored, as of ${timeText(storage_captured_at)}`
                    : 'stored; not measured yet'
                }
              />
            </div>
          </>
        )}
      </Loaded>
    </section>
  );
}

function Figure({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <div className="card">
      <strong className="figure">{value}</strong>
      <span className="muted">{label}</span>
    </div>
  );
}
