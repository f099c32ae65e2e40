import type { TSchema } from 'typebox';
import { nameOf, schemasByName } from './schemas/registry.ts';
import type { JsonSchema } from './schemas/shapes.ts';

/** Turns schemas into OpenAPI ones: each named schema becomes a reference, and is collected with what it refers to. */
export class ComponentSchemas {
  readonly #collected = new Map<string, JsonSchema | undefined>();

  /** The schema as it stands in the document. */
  reference(schema: TSchema): JsonSchema {
    const name = nameOf(schema);
    if (name === undefined || !schemasByName.has(name)) return this.#rewritten(schema as JsonSchema);
    if (!this.#collected.has(name)) {
      this.#collected.set(name, undefined);
      this.#collected.set(name, this.#rewritten(schema as JsonSchema));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /** All that was referred to, by name, in alphabetical order. */
  components(): Record<string, JsonSchema> {
    const entries = [...this.#collected].flatMap(([name, schema]) => (schema === undefined ? [] : [{ name, schema }]));
    entries.sort((one, other) => (one.name < other.name ? -1 : 1));
    return Object.fromEntries(entries.map(({ name, schema }) => [name, schema]));
  }

  #rewritten(schema: JsonSchema): JsonSchema {
    return Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => [keyword, this.#keyword(keyword, value)]),
    );
  }

  #keyword(keyword: string, value: unknown): unknown {
    if (keyword === 'properties') {
      const properties = Object.entries(value as Record<string, TSchema>);
      return Object.fromEntries(properties.map(([name, schema]) => [name, this.reference(schema)]));
    }
    if (keyword === 'items') return this.reference(value as TSchema);
    if (keyword === 'additionalProperties' && typeof value === 'object') return this.reference(value as TSchema);
    if (keyword === 'anyOf') return (value as TSchema[]).map((schema) => this.reference(schema));
    return value;
  }
}
