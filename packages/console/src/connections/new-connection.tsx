import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { goTo } from '../router.ts';
import { useClient } from '../session/session.ts';
import { ChoiceField } from '../ui/choice-field.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { countText } from '../ui/numbers.ts';
import { type ConfigField, configFields, readConfig } from './config-form.ts';

/** The form follows the configuration schema of the connection's type. */
export function NewConnection() {
  const client = useClient();
  const [type, setType] = useState<string | null>(null);
  const types = useQuery({
    queryKey: ['connection types'],
    queryFn: async ({ signal }) =>
      (await client.connectionTypes.list({}, { signal })).connection_types,
    staleTime: 60_000,
  });
  const detail = useQuery({
    queryKey: ['connection type', type],
    queryFn: ({ signal }) => client.connectionTypes.get({ name: type ?? '' }, { signal }),
    enabled: type !== null,
    staleTime: 60_000,
  });
  const fields =
    type !== null && detail.data?.name === type ? configFields(detail.data.config_schema) : null;
  return (
    <FormDialog
      label="New connection"
      title="New connection"
      action="Register"
      isPrimary
      act={async (data) => {
        if (type === null) throw new Error('Choose what it connects to.');
        const made = await client.connections.create({
          name: String(data.get('name')).trim(),
          source_type: type,
          config: readConfig(fields ?? [], data),
        });
        goTo(['connections', made.id]);
        return made.discovery_status === 'failed'
          ? `${made.name} is registered, but its tables could not be read.`
          : `${made.name} is registered. Tables found: ${countText(made.tables_discovered)}.`;
      }}
    >
      <Field
        name="name"
        label="Name"
        isRequired
        autoFocus
        help="Its tables are named by it: name.schema.table."
      />
      <Loaded query={types}>
        {(found) => (
          <ChoiceField
            name="source_type"
            label="Connects to"
            isRequired
            options={found.map(({ name, label }) => ({ id: name, label }))}
            onChange={setType}
          />
        )}
      </Loaded>
      {type !== null && (
        <Loaded query={detail}>
          {() =>
            (fields ?? []).map((field) => (
              <ConfigInput key={`${type} ${field.name}`} field={field} />
            ))
          }
        </Loaded>
      )}
    </FormDialog>
  );
}

function ConfigInput({ field }: { readonly field: ConfigField }) {
  const { name, label, help, initial, choices, isRequired, kind } = field;
  const id = `config.${name}`;
  if (choices.length > 0) {
    return (
      <ChoiceField
        name={id}
        label={label}
        help={help}
        initial={initial}
        options={choices.map((choice) => ({ id: choice, label: choice }))}
      />
    );
  }
  const type = kind === 'secret' ? 'password' : kind === 'number' ? 'number' : 'text';
  return (
    <Field
      name={id}
      label={label}
      help={help}
      placeholder={initial}
      isRequired={isRequired}
      type={type}
    />
  );
}
