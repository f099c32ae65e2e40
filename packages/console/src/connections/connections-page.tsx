import { useQuery } from '@tanstack/react-query';
import { hrefTo, useRoute } from '../router.ts';
import { useClient, useMay } from '../session/session.ts';
import { Loaded } from '../ui/loaded.tsx';
import { ConnectionPage } from './connection-page.tsx';
import { NewConnection } from './new-connection.tsx';
import '../styles/data.css';

/** `#/connections`, `#/connections/<id>` */
export function ConnectionsPage() {
  const [, id] = useRoute().segments;
  return id === undefined ? <ConnectionList /> : <ConnectionPage key={id} id={id} />;
}

function ConnectionList() {
  const client = useClient();
  const mayWrite = useMay('connections:write');
  const query = useQuery({
    queryKey: ['connections'],
    queryFn: async ({ signal }) => (await client.connections.list({}, { signal })).connections,
  });
  return (
    <section className="page">
      <div className="page-head">
        <h1>Connections</h1>
        <span className="spring" />
        {mayWrite && <NewConnection />}
      </div>
      <Loaded query={query}>
        {(connections) =>
          connections.length === 0 ? (
            <p className="empty">
              No connection is registered. One leads to a database elsewhere; attached to a database
              here, its tables can be queried beside all others.
            </p>
          ) : (
            <div className="cards">
              {connections.map(({ id, name, source_type }) => (
                <a key={id} className="card link-card" href={hrefTo(['connections', id])}>
                  <h2>{name}</h2>
                  <span className="muted small">{source_type}</span>
                </a>
              ))}
            </div>
          )
        }
      </Loaded>
    </section>
  );
}
