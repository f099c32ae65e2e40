import type { EmbeddingProviderResponse } from '@quern/client';
import { useQuery } from '@tanstack/react-query';
import { isRecord } from '../browser-storage.ts';
import { useClient, useMay } from '../session/session.ts';
import { Field, textOf } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ListTable } from '../ui/list-table.tsx';
import { Loaded } from '../ui/loaded.tsx';
import '../styles/data.css';

/** Services that turn texts into vectors, for vector indexes. */
export function ProvidersPage() {
  const client = useClient();
  const mayWrite = useMay('embedding_providers:write');
  const query = useQuery({
    queryKey: ['embedding providers'],
    queryFn: async ({ signal }) =>
      (await client.embeddingProviders.list({}, { signal })).embedding_providers,
  });
  return (
    <section className="page">
      <div className="page-head">
        <h1>Embedding providers</h1>
        <span className="spring" />
        {mayWrite && <NewProvider />}
      </div>
      <Loaded query={query}>
        {(providers) =>
          providers.length === 0 ? (
            <p className="empty">
              No provider is registered. With one, a column of text can have an index of vectors.
            </p>
          ) : (
            <ListTable columns={['Name', 'Model', 'Address', 'Key']}>
              {providers.map((provider) => (
                <ProviderRow key={provider.id} provider={provider} />
              ))}
            </ListTable>
          )
        }
      </Loaded>
    </section>
  );
}

function ProviderRow({
  provider: { id, name, config, has_secret, provider_type, source },
}: {
  readonly provider: EmbeddingProviderResponse;
}) {
  const client = useClient();
  const mayWrite = useMay('embedding_providers:write');
  const fields = isRecord(config) ? config : {};
  return (
    <tr>
      <td>
        {name} {source === 'system' && <span className="tag">of the settings</span>}
      </td>
      <td>{String(fields.model ?? '')}</td>
      <td>{provider_type === 'local' ? 'this service' : String(fields.base_url ?? '')}</td>
      <td>{has_secret ? 'kept' : 'none'}</td>
      <td>
        {mayWrite && source !== 'system' && (
          <FormDialog
            label="Delete"
            title={`Delete ${name}?`}
            isDangerous
            act={async () => {
              await client.embeddingProviders.delete({ id });
              return `${name} is deleted.`;
            }}
          >
            <p>Indexes that were made with it keep their vectors, and can take no new texts.</p>
          </FormDialog>
        )}
      </td>
    </tr>
  );
}

function NewProvider() {
  const client = useClient();
  return (
    <FormDialog
      label="New provider"
      title="New embedding provider"
      action="Register"
      isPrimary
      act={async (fields) => {
        const name = textOf(fields, 'name') ?? '';
        const dimensions = textOf(fields, 'dimensions');
        const address = textOf(fields, 'base_url');
        await client.embeddingProviders.create({
          name,
          provider_type: address ? 'service' : 'local',
          config: {
            model: textOf(fields, 'model'),
            ...(address ? { base_url: address } : {}),
            ...(dimensions ? { dimensions: Number(dimensions) } : {}),
          },
          api_key: textOf(fields, 'api_key'),
        });
        return `${name} is registered.`;
      }}
    >
      <Field name="name" label="Name" isRequired autoFocus />
      <Field
        name="base_url"
        label="Address"
        placeholder="https://api.example.com/v1"
        help="Of an API like OpenAI's, at an origin that the operator approves. Without one, the model runs here, from the operator's folder of models."
      />
      <Field name="model" label="Model" isRequired />
      <Field name="dimensions" label="Dimensions" type="number" />
      <Field
        name="api_key"
        label="API key"
        type="password"
        help="Kept sealed, and shown to nobody."
      />
    </FormDialog>
  );
}
