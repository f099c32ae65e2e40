import type { ConnectionTypeDetail } from '@quern/contract';
import { configSchema } from '../../sources/config-schema.ts';
import { sourceTypes } from '../../sources/registry.ts';
import type { SourceType } from '../../sources/source.ts';

/** The supported kinds of source, with their configurations in JSON Schema. */
export const offeredTypes: readonly ConnectionTypeDetail[] = [
  {
    name: 'managed',
    label: 'Managed catalog',
    config_schema: { type: 'object', properties: {}, additionalProperties: false },
    auth: null,
  },
  ...sourceTypes.map((type) => ({
    name: type.name,
    label: type.label,
    config_schema: configSchema(type),
    auth: authSchema(type),
  })),
];

/** The single property that may name a stored secret, by `secret_name` or `secret_id`. */
function authSchema({ properties, secretProperty }: SourceType) {
  const property = properties.find(({ name }) => name === secretProperty);
  if (!property) return null;
  const { name, label, description } = property;
  const value = { type: 'string', title: label, description, format: 'password', writeOnly: true };
  return { type: 'object', properties: { [name]: value }, additionalProperties: false };
}

/** Names for messages: `'managed', 'postgres'`. */
export const offeredNames = offeredTypes.map(({ name }) => `'${name}'`).join(', ');

export function findOfferedType(name: string): ConnectionTypeDetail | undefined {
  return offeredTypes.find((type) => type.name === name);
}
