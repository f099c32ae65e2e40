import type { DatabaseDetailResponse } from '@quern/client';
import { useQuery } from '@tanstack/react-query';
import { Button, Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { databaseQuery } from '../api/queries.ts';
import { goTo, hrefTo } from '../router.ts';
import { useClient, useMay } from '../session/session.ts';
import { chooseFile } from '../shell/offered-file.ts';
import { Field, textOf } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { CatalogTree } from './catalog-tree.tsx';
import { Catalogs } from './catalogs.tsx';
import { Contexts } from './contexts.tsx';
import { Expiry } from './expiry.tsx';
import { Lineage } from './lineage.tsx';
import { Snapshots } from './snapshots.tsx';

/** A database: tables, lineage and contexts. */
export function DatabasePage({ id }: { readonly id: string }) {
  const client = useClient();
  const query = useQuery(databaseQuery(client, id));
  return (
    <Loaded query={query} lines={8}>
      {(database) => <DatabaseOf database={database} />}
    </Loaded>
  );
}

function DatabaseOf({ database }: { readonly database: DatabaseDetailResponse }) {
  const { id, name, expires_at, forked_from } = database;
  return (
    <section className="page">
      <nav aria-label="Where this is">
        <a href={hrefTo(['data'])}>Data</a>
      </nav>
      <div className="page-head">
        <h1>{name ?? id}</h1>
        {forked_from && (
          <span className="muted">
            fork of <a href={hrefTo(['data', forked_from.database_id])}>{forked_from.name}</a>
          </span>
        )}
        {expires_at && <Expiry at={expires_at} />}
        <span className="spring" />
        <Actions database={database} />
      </div>
      <Tabs>
        <TabList aria-label="Of the database">
          <Tab id="tables">Tables</Tab>
          <Tab id="lineage">Lineage</Tab>
          <Tab id="snapshots">Snapshots</Tab>
          <Tab id="context">Context</Tab>
          <Tab id="catalogs">Catalogs</Tab>
        </TabList>
        <TabPanel id="tables">
          <CatalogTree databaseId={id} />
        </TabPanel>
        <TabPanel id="lineage">
          <Lineage databaseId={id} name={name ?? id} />
        </TabPanel>
        <TabPanel id="snapshots">
          <Snapshots databaseId={id} />
        </TabPanel>
        <TabPanel id="context">
          <Contexts databaseId={id} />
        </TabPanel>
        <TabPanel id="catalogs">
          <Catalogs database={database} />
        </TabPanel>
      </Tabs>
    </section>
  );
}

function Actions({ database }: { readonly database: DatabaseDetailResponse }) {
  const client = useClient();
  const [mayFork, mayDelete] = [useMay('databases:fork'), useMay('databases:delete')];
  const mayLoad = useMay('databases:load');
  const { id, name, forked_from } = database;
  return (
    <div className="actions">
      {mayLoad && (
        <Button className="primary" onPress={() => chooseFile(id)}>
          Load a file…
        </Button>
      )}
      {mayFork && (
        <FormDialog
          label="Fork"
          title={`Fork ${name ?? id}`}
          act={async (fields) => {
            const fork = await client.databases.fork({
              database_id: id,
              name: textOf(fields, 'name'),
              description: textOf(fields, 'description'),
              expires_at: textOf(fields, 'expires_at'),
            });
            goTo(['data', fork.id]);
            return `${fork.name ?? fork.id} is a fork now. What becomes of either never shows in the other.`;
          }}
        >
          <Field name="name" label="Name" autoFocus />
          <Field name="description" label="What it is for" />
          <Field name="expires_at" label="Expires" placeholder="24h, 7d" />
        </FormDialog>
      )}
      {mayFork && forked_from && (
        <FormDialog
          label="Reset"
          title={`Put ${name ?? id} back to the present state of ${forked_from.name}?`}
          isDangerous
          act={async () => {
            await client.databases.reset({ database_id: id });
            return 'The fork is as its source is now.';
          }}
        >
          <p>What was changed in the fork is gone then.</p>
        </FormDialog>
      )}
      {mayDelete && (
        <FormDialog
          label="Delete"
          title={`Delete ${name ?? id}?`}
          isDangerous
          act={async () => {
            await client.databases.delete({ database_id: id });
            goTo(['data']);
            return `${name ?? id} is deleted.`;
          }}
        >
          <p>Its tables go with it. Forks of it stay as they are.</p>
        </FormDialog>
      )}
    </div>
  );
}
