import { badRequest } from '../../kernel/errors.ts';
import { nestedTooDeeply } from '../nested-construct.ts';
import { isFields, isNode, openNode, refuse } from './tree.ts';

/**
 * The used part of @polyglot-sql/sdk. The declarations of the package are 370 kB, and its trees are
 * read as unknown anyway.
 */
interface Parser {
  parse(sql: string, dialect: string): { success: boolean; ast: unknown; error: string | null };
  generate(
    tree: readonly unknown[],
    dialect: string,
  ): { success: boolean; sql: readonly string[] | null };
}

let parser: Parser | undefined;

/** 22 MB of WebAssembly, 0.4 s and 80 MB, loaded only in a planner that gets a Snowflake text. */
export async function loadSnowflakeParser(): Promise<void> {
  const name: string = '@polyglot-sql/sdk';
  parser ??= (await import(name)) as Parser;
}

function loaded(): Parser {
  if (parser === undefined)
    throw new Error('the parser for Snowflake is not loaded: call loadSnowflakeParser first');
  return parser;
}

/**
 * The parser takes 27 s and 300 MB for 800 kB of names. Chains of 20,000 operators pass the
 * parser's own limits and overflow its stack (both measured with 0.12.1).
 */
const maxBytes = 64_000;
const maxMarks = 4000;

/** The tree of one statement; throws with the reason if there is none. */
export function parseSnowflake(sql: string): unknown {
  if (Buffer.byteLength(sql) > maxBytes)
    refuse(`a text of more than ${maxBytes} bytes`, "use dialect 'hotsql' for larger ones");
  if (/[\uD800-\uDFFF]/u.test(sql)) refuse('half of a surrogate pair');
  for (const marks of [/\[/g, /\./g, /:/g, /[-+*/|=<>]/g]) {
    if ((sql.match(marks)?.length ?? 0) > maxMarks) refuse('so many operators in one statement');
  }
  // The tree has lost the quotes: v:a."b.c" would read as v:a.b.c.
  if (/:\s*[\p{L}_"][^\s,;()']*\."/u.test(sql))
    refuse('a quoted key inside a path', "write v['key']");
  const { success, ast, error } = loaded().parse(sql, 'snowflake');
  if (/E_GUARD|stack size/.test(error ?? '')) throw badRequest(nestedTooDeeply);
  if (!success || !Array.isArray(ast))
    return refuse(`this text: ${sentence(error ?? 'it cannot be read')}`);
  const statements = ast.filter(
    (statement) => isFields(statement) && Object.keys(statement).length > 0,
  );
  if (statements.length === 0) return refuse('an empty statement', 'write one SELECT');
  if (statements.length > 1) return refuse('more than one statement', 'send them one by one');
  return isNode(statements[0])
    ? openNode(statements[0]) && statements[0]
    : refuse('this statement');
}

/** The parser's message on one line, without internal names. */
function sentence(error: string): string {
  return error.replace(/\s+/g, ' ').replaceAll('"', "'").slice(0, 200);
}

/** Snowflake's text of an expression. */
export function spellSnowflake(node: unknown): string {
  const { success, sql } = loaded().generate([node], 'snowflake');
  return success ? (sql?.[0] ?? '') : '';
}
