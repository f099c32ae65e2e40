import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Input, SearchField } from 'react-aria-components';
import { databasesQuery } from '../api/queries.ts';
import { goTo, hrefTo } from '../router.ts';
import { useClient, useMay } from '../session/session.ts';
import { Field, textOf } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { timeText } from '../ui/numbers.ts';
import { Expiry } from './expiry.tsx';

/** The databases of the workspace. */
export function DatabasesPage() {
  const client = useClient();
  const query = useQuery(databasesQuery(client));
  const mayCreate = useMay('databases:create');
  const [search, setSearch] = useState('');
  return (
    <section className="page">
      <div className="page-head">
        <h1>Data</h1>
        <span className="spring" />
        {mayCreate && <NewDatabase />}
      </div>
      <p className="muted">
        Drop a CSV, JSON or Parquet file anywhere in this window to load it as a table.
      </p>
      <Loaded query={query} lines={6}>
        {(databases) =>
          databases.length === 0 ? (
            <p className="empty">
              There is no database yet. Make one: it holds tables, and queries run in it.
            </p>
          ) : (
            <>
              {databases.length > 8 && (
                <SearchField aria-label="Search databases" value={search} onChange={setSearch}>
                  <Input placeholder="Search by name" />
                </SearchField>
              )}
              <div className="cards">
                {databases
                  .filter(({ id, name }) =>
                    `${name} ${id}`.toLowerCase().includes(search.toLowerCase()),
                  )
                  .map(({ id, name, created_at, expires_at, forked_from }) => (
                    <a key={id} className="card link-card" href={hrefTo(['data', id])}>
                      <h2>{name ?? id}</h2>
                      {forked_from && (
                        <span className="muted small">Fork of {forked_from.name}</span>
                      )}
                      {created_at && <span className="muted small">{timeText(created_at)}</span>}
                      {expires_at && <Expiry at={expires_at} />}
                    </a>
                  ))}
              </div>
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function NewDatabase() {
  const client = useClient();
  return (
    <FormDialog
      label="New database"
      title="New database"
      action="Create"
      isPrimary
      act={async (fields) => {
        const made = await client.databases.create({
          name: textOf(fields, 'name'),
          expires_at: textOf(fields, 'expires_at'),
        });
        goTo(['data', made.id]);
        return `The database ${made.name ?? made.id} is made.`;
      }}
    >
      <Field name="name" label="Name" autoFocus />
      <Field
        name="expires_at"
        label="Expires"
        placeholder="24h, 7d"
        help="A time from now, or never."
      />
    </FormDialog>
  );
}
