import { useQuery } from '@tanstack/react-query';
import { useClient, useMay } from '../session/session.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ListTable } from '../ui/list-table.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { timeText } from '../ui/numbers.ts';
import '../styles/data.css';

/** Credentials that connections name. The service never shows the values. */
export function SecretsPage() {
  const client = useClient();
  const mayWrite = useMay('secrets:write');
  const query = useQuery({
    queryKey: ['secrets'],
    queryFn: async ({ signal }) => (await client.secrets.list({}, { signal })).secrets,
  });
  return (
    <section className="page">
      <div className="page-head">
        <h1>Secrets</h1>
        <span className="spring" />
        {mayWrite && (
          <FormDialog
            label="New secret"
            title="New secret"
            action="Save"
            isPrimary
            act={async (fields) => {
              const name = String(fields.get('name'));
              await client.secrets.create({ name, value: String(fields.get('value')) });
              return `${name} is kept, sealed. Nobody is shown its value again.`;
            }}
          >
            <Field name="name" label="Name" isRequired autoFocus />
            <Field name="value" label="Value" isRequired type="password" />
          </FormDialog>
        )}
      </div>
      <Loaded query={query}>
        {(secrets) =>
          secrets.length === 0 ? (
            <p className="empty">
              No secret is kept. A connection can name one in place of a password of its own.
            </p>
          ) : (
            <ListTable columns={['Name', 'Changed']}>
              {secrets.map(({ name, updated_at }) => (
                <tr key={name}>
                  <td>
                    <code>{name}</code>
                  </td>
                  <td>{timeText(updated_at)}</td>
                  <td>{mayWrite && <SecretActions name={name} />}</td>
                </tr>
              ))}
            </ListTable>
          )
        }
      </Loaded>
    </section>
  );
}

function SecretActions({ name }: { readonly name: string }) {
  const client = useClient();
  return (
    <div className="actions">
      <FormDialog
        label="Replace"
        title={`Replace the value of ${name}`}
        act={async (fields) => {
          await client.secrets.update({ name, value: String(fields.get('value')) });
          return `${name} has its new value.`;
        }}
      >
        <Field name="value" label="New value" isRequired type="password" autoFocus />
      </FormDialog>
      <FormDialog
        label="Delete"
        title={`Delete ${name}?`}
        isDangerous
        act={async () => {
          await client.secrets.delete({ name });
          return `${name} is deleted.`;
        }}
      >
        <p>Connections that name it can read their source no more.</p>
      </FormDialog>
    </div>
  );
}
