import type { ConnectionTypeDetail } from '@quern/contract';

/** The kinds of source that this version connects; configurations are described in JSON Schema. */
export const offeredTypes: readonly ConnectionTypeDetail[] = [
  {
    name: 'managed',
    label: 'Managed catalog',
    config_schema: { type: 'object', properties: {}, additionalProperties: false },
    auth: null,
  },
];

/** For messages: `'managed'`. */
export const offeredNames = offeredTypes.map(({ name }) => `'${name}'`).join(', ');

export function findOfferedType(name: string): ConnectionTypeDetail | undefined {
  return offeredTypes.find((type) => type.name === name);
}
