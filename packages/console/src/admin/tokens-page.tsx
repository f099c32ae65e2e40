import type { CreateTokenRequest } from '@quern/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Checkbox } from 'react-aria-components';
import { databasesQuery } from '../api/queries.ts';
import { useMay, useSession } from '../session/session.ts';
import { ChoiceField } from '../ui/choice-field.tsx';
import { Field, textOf } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ListTable } from '../ui/list-table.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { timeText } from '../ui/numbers.ts';
import { notify } from '../ui/toasts.tsx';
import '../styles/data.css';

/** Tokens and their permissions. A token is shown once, when made. */
export function TokensPage() {
  const { client, identity } = useSession();
  const mayWrite = useMay('tokens:write');
  const [made, setMade] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ['tokens'],
    queryFn: async ({ signal }) => (await client.tokens.list({}, { signal })).tokens,
  });
  return (
    <section className="page">
      <div className="page-head">
        <h1>Tokens</h1>
        <span className="spring" />
        {mayWrite && <NewToken onMade={setMade} />}
      </div>
      {made !== null && <MadeToken token={made} forget={() => setMade(null)} />}
      <Loaded query={query}>
        {(tokens) => (
          <ListTable columns={['Name', 'For', 'May', 'Made', 'Ends']}>
            {tokens.map(
              ({
                id,
                name,
                kind,
                read_only,
                created_at,
                expires_at,
                database_id,
                workspace_id,
              }) => (
                <tr key={id}>
                  <td>
                    {name || 'unnamed'}{' '}
                    {id === identity.id && <span className="tag">this one</span>}
                  </td>
                  <td>
                    {kind} <div className="muted small">{database_id ?? workspace_id}</div>
                  </td>
                  <td className="nowrap">{read_only ? 'read' : 'read and write'}</td>
                  <td className="nowrap">{timeText(created_at)}</td>
                  <td>{expires_at ? timeText(expires_at) : 'never'}</td>
                  <td>
                    {mayWrite && (
                      <FormDialog
                        label="Revoke"
                        title={`Revoke ${name || 'this token'}?`}
                        isDangerous
                        act={async () => {
                          await client.tokens.revoke({ id });
                          return 'The token works no more.';
                        }}
                      >
                        {id === identity.id && (
                          <p>It is the one that you are signed in with: you will be signed out.</p>
                        )}
                      </FormDialog>
                    )}
                  </td>
                </tr>
              ),
            )}
          </ListTable>
        )}
      </Loaded>
    </section>
  );
}

function NewToken({ onMade }: { readonly onMade: (token: string) => void }) {
  const { client, identity, workspaceId } = useSession();
  const { data: databases } = useQuery(databasesQuery(client));
  const [kind, setKind] = useState<string>('workspace');
  const kinds = [
    ...(identity.kind === 'organization'
      ? [{ id: 'organization', label: 'The organization: all workspaces' }]
      : []),
    { id: 'workspace', label: 'This workspace' },
    { id: 'database', label: 'One database' },
  ];
  return (
    <FormDialog
      label="New token"
      title="New token"
      action="Create"
      isPrimary
      act={async (fields) => {
        const body: CreateTokenRequest = {
          kind: kind as CreateTokenRequest['kind'],
          name: textOf(fields, 'name'),
          expires_at: textOf(fields, 'expires_at'),
          read_only: fields.get('read_only') === 'on',
          ...(kind === 'organization' ? {} : { workspace_id: workspaceId }),
          ...(kind === 'database' ? { database_id: textOf(fields, 'database_id') } : {}),
        };
        onMade((await client.tokens.create(body)).token);
        return null;
      }}
    >
      <Field name="name" label="Name" autoFocus help="What it is for." />
      <ChoiceField name="kind" label="For" options={kinds} initial={kind} onChange={setKind} />
      {kind === 'database' && (
        <ChoiceField
          name="database_id"
          label="Database"
          isRequired
          options={(databases ?? []).map(({ id, name }) => ({ id, label: name ?? id }))}
        />
      )}
      <Field name="expires_at" label="Ends after" placeholder="24h, 90m, 7d" />
      <Checkbox name="read_only" value="on">
        <span className="box" aria-hidden /> It may only read
      </Checkbox>
    </FormDialog>
  );
}

function MadeToken({ token, forget }: { readonly token: string; readonly forget: () => void }) {
  return (
    <div className="card" role="status">
      <p>This is the token. It is shown here once and stored nowhere.</p>
      <pre>{token}</pre>
      <div className="actions">
        <Button
          onPress={async () => {
            await navigator.clipboard.writeText(token);
            notify('The token is copied.');
          }}
        >
          Copy
        </Button>
        <Button onPress={forget}>Done</Button>
      </div>
    </div>
  );
}
