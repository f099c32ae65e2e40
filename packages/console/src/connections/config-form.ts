import { isRecord, isText } from '../browser-storage.ts';

/** A field of a configuration, described by JSON Schema. */
export interface ConfigField {
  readonly name: string;
  readonly label: string;
  readonly help: string | undefined;
  readonly kind: 'text' | 'secret' | 'number' | 'boolean' | 'list';
  /** The default, as text. */
  readonly initial: string | undefined;
  /** Allowed values; empty allows all. */
  readonly choices: readonly string[];
  readonly isRequired: boolean;
}

export function configFields(schema: unknown): ConfigField[] {
  if (!isRecord(schema) || !isRecord(schema.properties)) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    if (!isRecord(property)) return [];
    const { title, description, default: initial } = property;
    const choices =
      property.type === 'boolean'
        ? ['true', 'false']
        : Array.isArray(property.enum)
          ? property.enum.map(String)
          : [];
    return [
      {
        name,
        label: isText(title) ? title : name,
        help: isText(description) ? description : undefined,
        kind: kindOf(property),
        initial: initial === undefined ? undefined : String(initial),
        choices,
        isRequired: required.includes(name),
      },
    ];
  });
}

function kindOf(property: Readonly<Record<string, unknown>>): ConfigField['kind'] {
  if (property.writeOnly === true || property.format === 'password') return 'secret';
  if (property.type === 'integer' || property.type === 'number') return 'number';
  if (property.type === 'boolean') return 'boolean';
  return property.type === 'array' ? 'list' : 'text';
}

/** Values of a filled form, with the schema's types; empty fields are left out. */
export function readConfig(
  fields: readonly ConfigField[],
  data: FormData,
): Record<string, unknown> {
  const config: Record<string, unknown> = {};
  for (const { name, kind } of fields) {
    const text = String(data.get(`config.${name}`) ?? '');
    if (text.trim() === '') continue;
    if (kind === 'number') config[name] = Number(text);
    else if (kind === 'boolean') config[name] = text === 'true';
    else if (kind === 'list') config[name] = text.split(',').map((part) => part.trim());
    else config[name] = kind === 'secret' ? text : text.trim();
  }
  return config;
}
