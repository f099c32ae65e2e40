import type { TSchema } from 'typebox';
import { forms } from './schemas/forms.ts';
import { nameOf, schemasByName } from './schemas/registry.ts';
import type { DeploymentLimits, JsonSchema, Stated } from './schemas/shapes.ts';

/**
 * Turns schemas into OpenAPI schemas. Each named schema becomes a reference and is collected with
 * its references. The schemas also say what operations refuse by themselves: stated constraints,
 * NUL in texts, and null for absent fields of a request
 * (docs/contract/requests.md#null-and-absent).
 */
export class ComponentSchemas {
  readonly #collected = new Map<string, JsonSchema | undefined>();
  readonly #limits: DeploymentLimits;

  constructor(limits: DeploymentLimits) {
    this.#limits = limits;
  }

  /** The schema in the form of the document. */
  reference(schema: TSchema): JsonSchema {
    const name = nameOf(schema);
    if (name === undefined || !schemasByName.has(name))
      return this.#rewritten(schema as JsonSchema);
    if (!this.#collected.has(name)) {
      this.#collected.set(name, undefined);
      this.#collected.set(name, this.#rewritten(schema as JsonSchema));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /** All referenced schemas, by name, in alphabetical order. */
  components(): Record<string, JsonSchema> {
    const entries = [...this.#collected].flatMap(([name, schema]) =>
      schema === undefined ? [] : [{ name, schema }],
    );
    entries.sort((one, other) => (one.name < other.name ? -1 : 1));
    return Object.fromEntries(entries.map(({ name, schema }) => [name, schema]));
  }

  /** A parameter's schema. */
  parameter(schema: TSchema): JsonSchema {
    const shown = this.reference(schema);
    return shown.type === 'string' ? withoutNul(shown) : shown;
  }

  #rewritten({ 'x-stated': stated, ...schema }: JsonSchema): JsonSchema {
    const shown = Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => [keyword, this.#keyword(keyword, value)]),
    );
    const constraints =
      typeof stated === 'function' ? (stated as Exclude<Stated, JsonSchema>)(this.#limits) : stated;
    const whole = { ...shown, ...(constraints as JsonSchema | undefined) };
    return schema.type === 'object' ? asRequested(whole) : whole;
  }

  #keyword(keyword: string, value: unknown): unknown {
    if (keyword === 'properties') {
      const properties = Object.entries(value as Record<string, TSchema>);
      return Object.fromEntries(properties.map(([name, schema]) => [name, this.reference(schema)]));
    }
    if (keyword === 'items') return this.reference(value as TSchema);
    if (keyword === 'additionalProperties' && typeof value === 'object')
      return this.reference(value as TSchema);
    if (keyword === 'anyOf') return (value as TSchema[]).map((schema) => this.reference(schema));
    return value;
  }
}

/** Closed object of a request: absent fields may be null, and texts hold no NUL. */
function asRequested(schema: JsonSchema): JsonSchema {
  if (typeof schema.additionalProperties === 'object') {
    return {
      ...schema,
      propertyNames: { pattern: forms.plain },
      additionalProperties: schema.additionalProperties,
    };
  }
  if (schema.additionalProperties !== false) return schema;
  const required = (schema.required ?? []) as readonly string[];
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(
    ([name, field]) => {
      const plain = withoutNul(field);
      return [name, required.includes(name) ? plain : orNull(plain)];
    },
  );
  return { ...schema, properties: Object.fromEntries(fields) };
}

function withoutNul(schema: JsonSchema): JsonSchema {
  const isText = [schema.type].flat().includes('string');
  if (isText && schema.enum === undefined && schema.pattern === undefined)
    return { ...schema, pattern: forms.plain };
  const items = schema.items as JsonSchema | undefined;
  return items === undefined ? schema : { ...schema, items: withoutNul(items) };
}

function orNull(schema: JsonSchema): JsonSchema {
  if ('$ref' in schema) return { anyOf: [schema, { type: 'null' }] };
  const { type, anyOf, enum: values } = schema;
  if (Array.isArray(anyOf))
    return takesNull(anyOf) ? schema : { ...schema, anyOf: [...anyOf, { type: 'null' }] };
  if (type === undefined || [type].flat().includes('null')) return schema;
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  };
}

function takesNull(choices: readonly unknown[]): boolean {
  return choices.some((choice) => (choice as JsonSchema).type === 'null');
}
