import { loadModule, parseSync } from 'libpg-query';
import { nestedTooDeeply } from '../../nested-construct.ts';
import { type ShortenedText, shortenNames } from './long-names.ts';
import { Refusal } from './refusal.ts';
import type { Fields } from './tree.ts';

/** Loads PostgreSQL's parser (WebAssembly, about 30 ms); needed once before `parseStatements`. */
export async function loadParser(): Promise<void> {
  await loadModule();
}

interface ParsedStatement {
  readonly stmt?: Fields;
  readonly stmt_location?: number;
}

/**
 * The raw statements of a text, as PostgreSQL 18 parses it. Throws Refusal with PostgreSQL's own
 * message. The parser's stack bounds nesting (some 3,000 levels: "memory exhausted"). Left-deep
 * chains of more than some 50,000 operators overflow the reader of the parser's JSON and are
 * refused as well.
 */
export function parseStatements(sql: string): readonly ParsedStatement[] {
  const shortened = shortenNames(sql);
  try {
    const parsed: { stmts?: readonly unknown[] } = parseSync(shortened?.text ?? sql);
    const statements = (parsed.stmts ?? []) as readonly ParsedStatement[];
    if (shortened) restoreNames(statements, shortened);
    return statements;
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal(nestedTooDeeply, undefined);
    if (!(error instanceof Error)) throw error;
    const isTooDeep = error.message.startsWith('memory exhausted');
    const message = isTooDeep
      ? nestedTooDeeply
      : clip((shortened?.restore(error.message) ?? error.message).replaceAll('"', "'"));
    const state = scannerState(message, sql) ?? '42601';
    throw new Refusal(
      message,
      isTooDeep ? undefined : cursorPosition(error),
      isTooDeep ? undefined : state,
    );
  }
}

/** The SQLSTATE of errors of PostgreSQL's scanner and parser other than syntax errors. */
function scannerState(message: string, sql: string): string | undefined {
  if (message.startsWith('unrecognized JSON encoding')) return '22023';
  // Raised in E'...' only.
  return message === 'invalid Unicode escape' && !/U&['"]/i.test(sql) ? '22025' : undefined;
}

/**
 * Puts the long names back into every text of the tree. The tree is as deep as the parser allows,
 * so the function does not recurse.
 */
function restoreNames(tree: unknown, { longNameOf }: ShortenedText): void {
  const open: unknown[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    for (const [field, value] of Object.entries(node)) {
      if (typeof value === 'string') Object.assign(node, { [field]: longNameOf(value) ?? value });
      else open.push(value);
    }
  }
}

function cursorPosition(error: Error): number | undefined {
  const details: unknown = 'sqlDetails' in error ? error.sqlDetails : undefined;
  if (typeof details !== 'object' || details === null || !('cursorPosition' in details))
    return undefined;
  const position = details.cursorPosition;
  return typeof position === 'number' && position >= 0 ? position : undefined;
}

/** A message may quote the rest of a text, up to a megabyte. */
function clip(message: string): string {
  return message.length > 200 ? `${message.slice(0, 200)}...` : message;
}
