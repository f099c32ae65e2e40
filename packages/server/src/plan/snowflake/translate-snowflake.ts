import type { StatementKind, Translation } from '../types.ts';
import { parseSnowflake, spellSnowflake } from './parse.ts';
import { printExpression } from './print-expression.ts';
import { printQuery } from './print-query.ts';
import { Printing } from './printing.ts';
import { openNode, refuse } from './tree.ts';
import { VariantNames } from './variants.ts';

export { snowflakeFunctions } from './print-expression.ts';

const queries = new Set(['select', 'union', 'intersect', 'except', 'values', 'subquery', 'paren']);

const words: Readonly<Record<string, string>> = {
  command: 'this command',
  set_statement: 'SET',
  copy: 'COPY',
  create_table: 'CREATE TABLE',
};

const readOnly =
  'queries are read-only: SELECT, WITH, VALUES, SHOW TABLES, DESCRIBE TABLE and EXPLAIN';

/** Translates one SELECT of Snowflake's SQL; undefined for SHOW TABLES, which has no SELECT. */
export function translateSnowflake(sql: string): Translation | undefined {
  const text = sql.trim();
  if (/^show\s+tables\s*;?$/i.test(text)) return undefined;
  const explained = /^explain\s+(?:using\s+(?:text|tabular)\s+)?(?=[\w(])/i.exec(text);
  if (explained !== null) return translateQuery('explain', text.slice(explained[0].length));
  const described = /^desc(?:ribe)?\s+table\s+(?=[\w"])/i.exec(text);
  if (described !== null)
    return translateQuery('describe', `SELECT * FROM ${text.slice(described[0].length)}`);
  return translateQuery('select', sql);
}

function translateQuery(statementKind: StatementKind, sql: string): Translation {
  const statement = parseSnowflake(sql);
  const { kind } = openNode(statement);
  if (!queries.has(kind)) refuse(words[kind] ?? kind.replaceAll('_', ' ').toUpperCase(), readOnly);
  const stages = { expression: printExpression, query: printQuery, spell: spellSnowflake };
  const printing = new Printing(stages, new VariantNames(statement));
  const text = printing.query(statement);
  return {
    statementKind,
    sql: text,
    tableNames: printing.tableNames,
    usesMacros: printing.usesMacros,
  };
}
