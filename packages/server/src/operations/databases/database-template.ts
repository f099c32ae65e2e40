import type { DatabaseDefaultSchemaDecl } from '@quern/contract';
import { isReservedCatalog } from '../../finding/catalog-names.ts';
import { badRequest } from '../../kernel/errors.ts';
import type { SchemaDeclaration } from '../../lake/declarations.ts';
import { printable } from '../../lake/identifiers.ts';
import { readSchemas } from './table-declarations.ts';

/** The complete and validated template of a database. */
export interface DatabaseTemplate {
  readonly defaultCatalog: string;
  readonly defaultSchema: string;
  /** Always includes `main` and the default schema. */
  readonly schemas: readonly SchemaDeclaration[];
}

interface TemplateFields {
  readonly default_catalog?: string | null;
  readonly default_schema?: string | null;
  readonly schemas?: readonly DatabaseDefaultSchemaDecl[];
}

/**
 * Reads the template fields of a create request. The default schema is the given name, else the
 * only declared schema, else `main`. Schema `main` always exists
 * (docs/contract/databases.md#default-schema).
 */
export function readTemplate(fields: TemplateFields): DatabaseTemplate {
  const declared = readSchemas(fields.schemas ?? []);
  const defaultCatalog = readName(fields.default_catalog, 'default_catalog') ?? 'default';
  if (isReservedCatalog(defaultCatalog)) {
    throw badRequest(`'${defaultCatalog}' is reserved and cannot be the default_catalog`);
  }
  const only = declared.length === 1 ? declared[0]?.name : undefined;
  const defaultSchema = readName(fields.default_schema, 'default_schema') ?? only ?? 'main';
  if (defaultSchema === 'information_schema' || defaultSchema === 'pg_catalog') {
    throw badRequest(`'${defaultSchema}' is reserved and cannot be the default_schema`);
  }
  const names = new Set(declared.map((schema) => schema.name));
  const implied = ['main', defaultSchema].filter(
    (name, index, all) => !names.has(name) && all.indexOf(name) === index,
  );
  return {
    defaultCatalog,
    defaultSchema,
    schemas: [...declared, ...implied.map((name) => ({ name, tables: [] }))],
  };
}

function readName(text: string | null | undefined, field: string): string | null {
  if (text === null || text === undefined) return null;
  if (!/^[a-z_][a-z0-9_]{0,127}$/.test(text)) {
    throw badRequest(
      `'${field}' ${printable(text)} is not a valid identifier: use a-z, 0-9 and '_', not starting with a digit, 128 characters at most`,
    );
  }
  return text;
}
