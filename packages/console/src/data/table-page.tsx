import type { TableInfo } from '@quern/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { databaseQuery } from '../api/queries.ts';
import { type Catalog, catalogsQuery } from '../api/schema.ts';
import { useKept } from '../kept-state.ts';
import { ResultPanel } from '../results/result-panel.tsx';
import { goTo, hrefTo } from '../router.ts';
import { Runs } from '../runs/runs.ts';
import { useClient, useMay } from '../session/session.ts';
import { quoted } from '../sql/quoted.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Problem } from '../ui/problem.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Snapshots } from './snapshots.tsx';
import { TableColumns } from './table-columns.tsx';
import { TableIndexes } from './table-indexes.tsx';
import { TableLayout } from './table-layout.tsx';
import '../styles/query.css';

/** Most rows on a table's page; a query shows others. */
const shownRows = 1000;

interface Place {
  readonly databaseId: string;
  readonly catalog: string;
  readonly schema: string;
  readonly table: string;
}

/** A table: rows, facts about columns, layout. */
export function TablePage(place: Place) {
  const client = useClient();
  const query = useQuery(catalogsQuery(client, place.databaseId));
  const { data: database } = useQuery(databaseQuery(client, place.databaseId));
  return (
    <section className="page">
      <nav aria-label="Where this is">
        <a href={hrefTo(['data'])}>Data</a> /{' '}
        <a href={hrefTo(['data', place.databaseId])}>{database?.name ?? 'Database'}</a> /{' '}
        {place.catalog} / {place.schema}
      </nav>
      <Loaded query={query} lines={6}>
        {(catalogs) => {
          const catalog = catalogs.find(({ name }) => name === place.catalog);
          const table = catalog?.tables.find(
            (row) => row.schema === place.schema && row.table === place.table,
          );
          if (!catalog || !table)
            return (
              <>
                <h1>{place.table}</h1>
                <p className="empty">There is no such table (any more).</p>
              </>
            );
          return <TableOf place={place} catalog={catalog} table={table} />;
        }}
      </Loaded>
    </section>
  );
}

interface TableProperties {
  readonly place: Place;
  readonly catalog: Catalog;
  readonly table: TableInfo;
}

function TableOf({ place, catalog, table }: TableProperties) {
  const { databaseId, schema } = place;
  const name = [place.catalog, schema, place.table].map(quoted).join('.');
  return (
    <>
      <TableHead {...{ place, catalog, name }} />
      <Tabs>
        <TabList aria-label="Of the table">
          <Tab id="columns">Columns</Tab>
          <Tab id="rows">Rows</Tab>
          <Tab id="layout">Layout</Tab>
          <Tab id="indexes">Indexes</Tab>
          {catalog.isDefault && <Tab id="loads">Loads</Tab>}
        </TabList>
        <TabPanel id="columns">
          <TableColumns connectionId={catalog.connectionId} table={table} />
        </TabPanel>
        <TabPanel id="rows" className="table-rows">
          <Rows databaseId={databaseId} sql={`SELECT * FROM ${name} LIMIT ${shownRows}`} />
        </TabPanel>
        <TabPanel id="layout">
          <TableLayout table={table} />
        </TabPanel>
        <TabPanel id="indexes">
          <TableIndexes connectionId={catalog.connectionId} table={table} />
        </TabPanel>
        <TabPanel id="loads">
          <Snapshots databaseId={databaseId} of={{ schema, table: place.table }} />
        </TabPanel>
      </Tabs>
    </>
  );
}

/** Name and actions of the table. */
function TableHead({
  place: { databaseId, schema, table },
  catalog,
  name,
}: Pick<TableProperties, 'place' | 'catalog'> & { readonly name: string }) {
  const client = useClient();
  const mayDrop = useMay('databases:drop');
  return (
    <div className="page-head">
      <h1>{table}</h1>
      <span className="spring" />
      <div className="actions">
        <a
          className="button"
          href={hrefTo(['query'], {
            sql: `SELECT *\nFROM ${name}\nLIMIT 100`,
            database: databaseId,
          })}
        >
          Query table
        </a>
        {mayDrop && catalog.isDefault && (
          <FormDialog
            label="Delete"
            title={`Delete ${table}?`}
            isDangerous
            act={async () => {
              const args = { database_id: databaseId, schema, table };
              await client.databases.deleteTable(args);
              goTo(['data', databaseId]);
              return `${table} is deleted.`;
            }}
          >
            <p>Its rows and its declaration go. Earlier snapshots still hold it for a time.</p>
          </FormDialog>
        )}
      </div>
    </div>
  );
}

/** The first rows, by a query like any other. */
function Rows({ databaseId, sql }: { readonly databaseId: string; readonly sql: string }) {
  const client = useClient();
  const runs = useMemo(() => {
    const made = new Runs(client);
    void made.start('rows', { sql, offset: 0, databaseId, dialect: 'hotsql' }, () => {});
    return made;
  }, [client, databaseId, sql]);
  const state = useKept(runs.states).get('rows');
  if (state?.kind === 'done')
    return <ResultPanel answer={state.answer} runs={runs} viewKey="view" />;
  if (state?.kind === 'failed') return <Problem error={state.error} />;
  return <Skeleton lines={6} />;
}
