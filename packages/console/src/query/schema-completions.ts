import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { SQLNamespace } from '@codemirror/lang-sql';
import type { SchemaNames } from '../api/schema.ts';
import { named } from '../sql/quoted.ts';
import { statementAt } from './statement-at.ts';

/** Input of the grammar's completion behind FROM and behind a dot. */
export function schemaOf(names: SchemaNames): {
  readonly schema: SQLNamespace;
  readonly defaultSchema?: string;
} {
  const schema: Record<string, SQLNamespace> = {};
  let defaultSchema: string | undefined;
  for (const { catalog, schema: owner, table, isBare, columns } of names) {
    const path = isBare ? [owner, table] : [catalog, owner, table];
    if (isBare) defaultSchema = owner;
    // A backslash escapes a dot within a name.
    schema[path.map((part) => part.replaceAll('.', '\\.')).join('.')] = {
      self: completion(table, 'type'),
      children: columns.map(({ name, type }) => completion(name, 'property', type)),
    };
  }
  return { schema, ...(defaultSchema !== undefined && { defaultSchema }) };
}

function completion(name: string, type: string, detail?: string): Completion {
  return { label: name, apply: named(name), type, ...(detail !== undefined && { detail }) };
}

/**
 * Columns by bare name: of the tables in the statement, or of all tables in a statement without
 * tables.
 */
export function columnCompletions(names: SchemaNames) {
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/(?<!\.)\b[\w]+$/);
    if (word === null) return null;
    const { from, to } = statementAt(context.state, word.from);
    return {
      from: word.from,
      options: columnsFor(names, context.state.sliceDoc(from, to)),
      validFor: /^\w*$/,
    };
  };
}

export function columnsFor(names: SchemaNames, statement: string): Completion[] {
  const words = new Set(statement.toLowerCase().match(/[\p{L}\p{N}_$]+/gu));
  const isNamed = (table: string) =>
    (table.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? [table]).every((part) => words.has(part));
  const mentioned = names.filter(({ table }) => isNamed(table));
  const options = new Map<string, Completion>();
  for (const { table, columns } of mentioned.length > 0 ? mentioned : names) {
    for (const { name } of columns) {
      if (!options.has(name)) options.set(name, completion(name, 'property', table));
    }
  }
  return [...options.values()];
}
