import type { SourceProperty, SourceType } from './source.ts';

const jsonTypes = {
  text: 'string',
  integer: 'integer',
  boolean: 'boolean',
  secret: 'string',
} as const;

/**
 * The configuration of a type in JSON Schema, for forms and clients. `readConfig` alone decides
 * validity.
 */
export function configSchema(type: SourceType): Record<string, unknown> {
  // Fields that a URL can provide are not required.
  const required =
    type.splitUrl && !type.urlProperty
      ? []
      : type.properties.filter((property) => property.required);
  return {
    type: 'object',
    properties: Object.fromEntries(
      type.properties.map((property) => [property.name, propertySchema(property)]),
    ),
    required: required.map(({ name }) => name),
    additionalProperties: false,
  };
}

function propertySchema(property: SourceProperty): Record<string, unknown> {
  const { label, description, kind, choices, minimum, maximum } = property;
  return {
    type: jsonTypes[kind],
    title: label,
    description,
    ...(kind === 'secret' ? { format: 'password', writeOnly: true } : {}),
    ...(property.default === undefined ? {} : { default: property.default }),
    ...(choices === undefined ? {} : { enum: choices }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
}
