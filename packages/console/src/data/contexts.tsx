import type { DatabaseContextEntry } from '@quern/client';
import { useQuery } from '@tanstack/react-query';
import { useClient, useMay } from '../session/session.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Markdown } from '../ui/markdown.tsx';
import { timeText } from '../ui/numbers.ts';

/** Notes on a database for people and agents, in Markdown. */
export function Contexts({ databaseId }: { readonly databaseId: string }) {
  const client = useClient();
  const mayWrite = useMay('database_contexts:write');
  const query = useQuery({
    queryKey: ['contexts', databaseId],
    queryFn: async ({ signal }) =>
      (await client.databaseContexts.list({ database_id: databaseId }, { signal })).contexts,
  });
  const write = async (fields: FormData) => {
    const name = String(fields.get('name'));
    await client.databaseContexts.upsert({
      database_id: databaseId,
      name,
      content: String(fields.get('content')),
    });
    return `${name} is written.`;
  };
  return (
    <Loaded query={query}>
      {(contexts) => (
        <div className="stack">
          {contexts.length === 0 && (
            <p className="empty">
              Nothing is written about this database yet. A document tells people and agents what
              its tables mean.
            </p>
          )}
          {contexts.map((context) => (
            <ContextCard key={context.name} {...{ databaseId, context, write }} />
          ))}
          {mayWrite && <NewContext write={write} />}
        </div>
      )}
    </Loaded>
  );
}

type Write = (fields: FormData) => Promise<string>;

function ContextCard({
  databaseId,
  context: { name, content, updated_at },
  write,
}: {
  readonly databaseId: string;
  readonly context: DatabaseContextEntry;
  readonly write: Write;
}) {
  const client = useClient();
  const mayWrite = useMay('database_contexts:write');
  return (
    <article className="card">
      <div className="page-head">
        <h2>{name}</h2>
        <span className="muted small">{timeText(updated_at)}</span>
        <span className="spring" />
        {mayWrite && (
          <>
            <FormDialog label="Edit" title={`Edit ${name}`} action="Write" isWide act={write}>
              <input type="hidden" name="name" value={name} />
              <Field name="content" label="Text" isLong isRequired initial={content} />
            </FormDialog>
            <FormDialog
              label="Delete"
              title={`Delete ${name}?`}
              isDangerous
              act={async () => {
                await client.databaseContexts.delete({ database_id: databaseId, name });
                return `${name} is deleted.`;
              }}
            />
          </>
        )}
      </div>
      <Markdown text={content} />
    </article>
  );
}

function NewContext({ write }: { readonly write: Write }) {
  return (
    <div>
      <FormDialog label="New document" title="New document" action="Write" isWide act={write}>
        <Field
          name="name"
          label="Name"
          isRequired
          autoFocus
          help="Letters, digits and _; no word of SQL."
        />
        <Field name="content" label="Text" isLong isRequired help="Markdown." />
      </FormDialog>
    </div>
  );
}
