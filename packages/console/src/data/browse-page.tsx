import { useRoute } from '../router.ts';
import { DatabasePage } from './database-page.tsx';
import { DatabasesPage } from './databases-page.tsx';
import { TablePage } from './table-page.tsx';
import '../styles/data.css';

/** `#/data`, `#/data/<database>`, `#/data/<database>/<catalog>/<schema>/<table>` */
export function BrowsePage() {
  const [, database, catalog, schema, table] = useRoute().segments;
  if (database === undefined) return <DatabasesPage />;
  if (catalog === undefined || schema === undefined || table === undefined)
    return <DatabasePage key={database} id={database} />;
  return (
    <TablePage
      key={`${database} ${catalog} ${schema} ${table}`}
      {...{ databaseId: database, catalog, schema, table }}
    />
  );
}
