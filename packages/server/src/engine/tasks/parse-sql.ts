import { badRequest } from '../../kernel/errors.ts';
import { statementWords } from '../query/statement-words.ts';
import { serializedTree } from '../serialized-tree.ts';
import type { Task } from '../task.ts';

export interface ParseSqlRequest {
  readonly sql: string;
}

export interface ParseSqlReply {
  /**
   * DuckDB's parse tree as JSON text, verbatim. The tree contains integers over 2^53, and needs a
   * lossless reader. Null when the text does not parse, or has a statement other than SELECT.
   */
  readonly tree: string | null;
  /**
   * The error in place of a tree. `position` counts characters from 0; null without a position from
   * DuckDB.
   */
  readonly error: {
    readonly message: string;
    readonly position: number | null;
    readonly isSyntax: boolean;
  } | null;
  /**
   * The first word of each statement (`SELECT`, `ATTACH`), for the number and names of the
   * statements.
   */
  readonly statements: readonly string[];
}

/**
 * Parses without binding or running anything. `json_serialize_sql` calls only the parser. `prepare`
 * would bind and open files, and extractStatements would already run statements after a PRAGMA. The
 * parser bounds the depth (1000 levels; 30,000 parentheses give an error, never a crash). 50,000
 * ORs take 1.5 s and 20 MB of tree.
 */
export const parseSql: Task<ParseSqlRequest, ParseSqlReply> = async (context, { sql }) => {
  if (sql.includes('\0')) throw badRequest('SQL text cannot hold a NUL character');
  const tree = await serializedTree(context.own?.reader ?? context.connection, sql);
  const statements = statementWords(sql);
  if (!/^\s*\{\s*"error"\s*:\s*true/.test(tree)) return { tree, error: null, statements };
  const failure: { error_type?: string; error_message?: string; position?: string } =
    JSON.parse(tree);
  const position = Number(failure.position ?? Number.NaN);
  return {
    tree: null,
    error: {
      message: failure.error_message ?? 'the text does not parse',
      position: Number.isSafeInteger(position) ? position : null,
      isSyntax: failure.error_type === 'parser',
    },
    statements,
  };
};
