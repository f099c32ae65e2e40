/**
 * `t AT (VERSION => 3)` and `t AT (TIMESTAMP => '...')`. Neither PostgreSQL's parser nor a view of
 * DuckDB's accepts the clause. So the pre-pass replaces the clause by a catalog name, `"@at0_0".t`,
 * and the tables of that catalog are the tables of the snapshot. Names qualified by table or schema
 * mean the same as before, and one query may read a table at several snapshots.
 */
import { badRequest } from '../../../kernel/errors.ts';
import type { NamePart, SnapshotPoint, TimeTravel, Translation } from '../../types.ts';
import type { Edit } from './edit.ts';
import { FullNames } from './full-names.ts';
import { parseInstant } from './instant.ts';
import { reject } from './refusal.ts';
import { isName, startOf, type Token, textOf, toNamePart, wordOf } from './tokens.ts';

export interface FoundTimeTravel {
  /** Sorted by offset. */
  readonly edits: readonly Edit[];
  readonly travels: readonly TimeTravel[];
}

/** The catalog of each snapshot is read from the metadata. */
const maxSnapshots = 50;
/** The number of tables in a statement has the same limit. */
const maxClauses = 1000;

const nothing: FoundTimeTravel = { edits: [], travels: [] };

/** Looks for the clause in a text. `foldsCase`: unquoted names are in lower case (PostgreSQL). */
export function findTimeTravel(
  sql: string,
  tokensOf: (sql: string) => Iterable<Token>,
  foldsCase: boolean,
): FoundTimeTravel {
  if (!/\bat\b/i.test(sql) || !/=\s*>/.test(sql)) return nothing;
  const tokens = [...tokensOf(sql)];
  const nonce = unusedNonce(sql, /@at(\d{1,15})_/g);
  const byMeaning = new Map<string, TimeTravel>();
  const full = new FullNames(foldsCase);
  const edits: Edit[] = [];
  for (let at = 1; at < tokens.length; at += 1) {
    if (!isClause(tokens, at) || !isName(tokens[at - 1]) || startsItem(tokens[at - 1])) continue;
    if (edits.length > 2 * maxClauses)
      reject(`more than ${maxClauses} AT clauses in one statement`, undefined);
    const clause = readPoint(sql, tokens, at);
    if (clause === undefined) continue;
    const { point, close } = clause;
    const name = readName(tokens, at, foldsCase);
    const meaning = JSON.stringify([point, name.catalog, name.isBare]);
    const mark = `@at${nonce}_${byMeaning.size}`;
    const travel = byMeaning.get(meaning) ?? {
      mark,
      point,
      catalog: name.catalog,
      isBare: name.isBare,
    };
    byMeaning.set(meaning, travel);
    if (byMeaning.size > maxSnapshots)
      reject(`more than ${maxSnapshots} snapshots in one statement`, undefined);
    if (name.catalog !== null) full.add(name.parts, travel.mark);
    edits.push({
      ...name.place,
      text: name.catalog === null ? `"${travel.mark}".` : `"${travel.mark}"`,
    });
    edits.push({ start: startOf(tokens, at), end: startOf(tokens, close) + 1, text: ' ' });
  }
  return {
    edits: [...edits, ...full.editsOfColumns(tokens)].sort(byStart),
    travels: [...byMeaning.values()],
  };
}

const byStart = (one: Edit, other: Edit) => one.start - other.start;

/** A number with which no mark of the caller's text begins. */
export function unusedNonce(sql: string, marks: RegExp): number {
  const used = new Set([...sql.matchAll(marks)].map(([, digits]) => Number(digits)));
  let nonce = 0;
  while (used.has(nonce)) nonce += 1;
  return nonce;
}

/** `AT ( VERSION =>` or `AT ( TIMESTAMP =>`. */
function isClause(tokens: readonly Token[], at: number): boolean {
  if (wordOf(tokens, at) !== 'AT' || textOf(tokens, at + 1) !== '(') return false;
  if (!/^(?:VERSION|TIMESTAMP)$/.test(wordOf(tokens, at + 2))) return false;
  return textOf(tokens, at + 3) === '=' && textOf(tokens, at + 4) === '>';
}

/** Words before an item of FROM. */
const itemWords = new Set([
  'FROM',
  'JOIN',
  'ONLY',
  'TABLE',
  'DESCRIBE',
  'DESC',
  'SUMMARIZE',
  'LATERAL',
  'IN',
]);

function startsItem(token: Token | undefined): boolean {
  return (
    token === undefined ||
    token.text === ',' ||
    token.text === '(' ||
    itemWords.has(token.text.toUpperCase())
  );
}

/** Words that name a table only in quotes; a following AT clause is misplaced. */
const keywords = new Set(
  'SELECT DISTINCT ALL WHERE ON USING AND OR NOT BY HAVING CASE WHEN THEN ELSE LIMIT OFFSET UNION EXCEPT INTERSECT WITH VALUES AS'.split(
    ' ',
  ),
);

const place = 'AT (VERSION => n) goes after the name of a table';
const misplaced = (): never => reject(place, undefined);

/**
 * Throws BAD_REQUEST if no table of the text carries a mark: its AT clause is part of an
 * expression. HotSQL checks before printing the expression; an untranslated text is checked when
 * its tables are bound.
 */
export function refuseUnusedMarks(
  { timeTravel = [], searches = [] }: Pick<Translation, 'timeTravel' | 'searches'>,
  namesOfTables: Iterable<string | null>,
): void {
  const used = new Set(namesOfTables);
  if (timeTravel.some(({ mark }) => !used.has(mark))) throw badRequest(place);
  const unused = searches.find(({ mark }) => !used.has(mark));
  if (unused) throw badRequest(`${unused.name}() gives rows: use it in FROM`);
}

interface WrittenTable {
  readonly catalog: NamePart | null;
  readonly isBare: boolean;
  readonly parts: readonly Token[];
  /** The range that the mark replaces. */
  readonly place: { readonly start: number; readonly end: number };
}

/** The name before AT, or before the alias in front of AT (`t AS a AT (...)`, as in DuckDB). */
function readName(tokens: readonly Token[], at: number, foldsCase: boolean): WrittenTable {
  let last = at - 1;
  const before = textOf(tokens, last - 1);
  if (before.toUpperCase() === 'AS') last -= 2;
  else if (before !== '.' && !startsItem(tokens[last - 1]) && isName(tokens[last - 1])) last -= 1;
  let first = last;
  while (textOf(tokens, first - 1) === '.' && isName(tokens[first - 2])) first -= 2;
  const parts = tokens.slice(first, last + 1).filter(({ text }) => text !== '.');
  if (!isName(tokens[last]) || parts.length > 3 || !startsItem(tokens[first - 1])) misplaced();
  const schema = parts.at(-2)?.text.replaceAll('"', '').toLowerCase();
  if (schema === 'information_schema' || schema === 'pg_catalog') {
    reject(`'${schema}' shows the present only; leave AT out`, undefined);
  }
  const [head] = parts;
  if (head === undefined || parts.some(({ text }) => keywords.has(text.toUpperCase())))
    return misplaced();
  const isFull = parts.length === 3;
  return {
    catalog: isFull ? toNamePart(head, foldsCase) : null,
    isBare: parts.length === 1,
    parts,
    place: { start: head.start, end: isFull ? head.start + head.text.length : head.start },
  };
}

/** The AT clause at `at`, up to its parenthesis at `close`; undefined if there is none. */
export function readPoint(
  sql: string,
  tokens: readonly Token[],
  at: number,
): { readonly point: SnapshotPoint; readonly close: number } | undefined {
  if (!isClause(tokens, at)) return undefined;
  let close = at + 5;
  while (close < tokens.length && textOf(tokens, close) !== ')') close += 1;
  if (close === tokens.length) reject('AT ( without its closing parenthesis', undefined);
  return { point: pointOf(sql, tokens, at, close), close };
}

function pointOf(sql: string, tokens: readonly Token[], at: number, close: number): SnapshotPoint {
  const kind = wordOf(tokens, at + 2);
  const value = sql.slice(startOf(tokens, at + 4) + 1, startOf(tokens, close)).trim();
  if (kind === 'VERSION') {
    if (/^\d{1,15}$/.test(value)) return { version: Number(value) };
    return reject('AT (VERSION => n) takes the number of a snapshot', undefined);
  }
  const instant = parseInstant(value);
  if (instant !== null) return { instant };
  return reject(
    "AT (TIMESTAMP => '...') takes a literal such as '2030-01-31 12:00:00' (UTC) or '2030-01-31T12:00:00+02:00'",
    undefined,
  );
}
