/**
 * `t AT (VERSION => 3)` and `t AT (TIMESTAMP => '...')`. Neither PostgreSQL's parser nor a view of DuckDB's takes the clause, so
 * the text gets a catalog of its own in its place: `"@at0_0".t`, whose tables are those of that snapshot. Names that the caller
 * qualifies by table or schema go on meaning the same, and one query may read a table at several snapshots.
 */
import type { NamePart, SnapshotPoint, TimeTravel } from '../types.ts';
import { parseInstant } from './instant.ts';
import { reject } from './refusal.ts';
import type { Token } from './tokens.ts';

/** A piece of the text and what it becomes. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface FoundTimeTravel {
  /** In the order of the text. */
  readonly edits: readonly Edit[];
  readonly travels: readonly TimeTravel[];
}

/** Each reads a catalog of its own from the metadata. */
const maxSnapshots = 50;
/** A statement names no more tables either. */
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
  const nonce = unusedNonce(sql);
  const byMeaning = new Map<string, TimeTravel>();
  const full = new FullNames(foldsCase);
  const edits: Edit[] = [];
  for (let at = 1; at < tokens.length; at += 1) {
    if (!isClause(tokens, at) || !isName(tokens[at - 1]) || startsItem(tokens[at - 1])) continue;
    if (edits.length > 2 * maxClauses) reject(`more than ${maxClauses} AT clauses in one statement`, undefined);
    let close = at + 5;
    while (close < tokens.length && textOf(tokens, close) !== ')') close += 1;
    if (close === tokens.length) reject('AT ( without its closing parenthesis', undefined);
    const point = readPoint(sql, tokens, at, close);
    const name = readName(tokens, at, foldsCase);
    const meaning = JSON.stringify([point, name.catalog, name.isBare]);
    const mark = `@at${nonce}_${byMeaning.size}`;
    const travel = byMeaning.get(meaning) ?? { mark, point, catalog: name.catalog, isBare: name.isBare };
    byMeaning.set(meaning, travel);
    if (byMeaning.size > maxSnapshots) reject(`more than ${maxSnapshots} snapshots in one statement`, undefined);
    if (name.catalog !== null) full.add(name.parts, travel.mark);
    edits.push({ ...name.place, text: name.catalog === null ? `"${travel.mark}".` : `"${travel.mark}"` });
    edits.push({ start: startOf(tokens, at), end: startOf(tokens, close) + 1, text: ' ' });
  }
  return { edits: [...edits, ...full.editsOfColumns(tokens)].sort(byStart), travels: [...byMeaning.values()] };
}

const byStart = (one: Edit, other: Edit) => one.start - other.start;

/**
 * Columns qualified by catalog, schema and table (`default.main.t.id`) follow their table, where the text reads a table of that full
 * name once or always AT the same snapshot. Otherwise they stay, and name nothing.
 */
class FullNames {
  readonly #marks = new Map<string, Set<string>>();
  readonly #places = new Set<number>();
  readonly #foldsCase: boolean;

  constructor(foldsCase: boolean) {
    this.#foldsCase = foldsCase;
  }

  add(parts: readonly Token[], mark: string): void {
    const name = this.#nameOf(parts);
    this.#marks.set(name, (this.#marks.get(name) ?? new Set()).add(mark));
    this.#places.add(parts[0]?.start ?? 0);
  }

  editsOfColumns(tokens: readonly Token[]): Edit[] {
    if (this.#marks.size === 0) return [];
    const columns: { head: Token; name: string }[] = [];
    for (let first = 0; first < tokens.length; first += 1) {
      if (!isName(tokens[first])) continue;
      let last = first;
      while (textOf(tokens, last + 1) === '.' && last - first < 8) last += 2;
      const parts = tokens.slice(first, last + 1).filter(({ text }) => text !== '.');
      const [head] = parts;
      if (head !== undefined && parts.length >= 3 && !this.#places.has(head.start)) {
        const name = this.#nameOf(parts.slice(0, 3));
        if (parts.length === 3) this.#marks.delete(name);
        else columns.push({ head, name });
      }
      first = last;
    }
    return columns.flatMap(({ head, name }) => {
      const [mark, another] = this.#marks.get(name) ?? [];
      if (mark === undefined || another !== undefined) return [];
      return [{ start: head.start, end: head.start + head.text.length, text: `"${mark}"` }];
    });
  }

  #nameOf(parts: readonly Token[]): string {
    return JSON.stringify(parts.map((part) => toPart(part, this.#foldsCase).name));
  }
}

/** What a caller writes must not be taken for what is written here. */
function unusedNonce(sql: string): number {
  const used = new Set([...sql.matchAll(/@at(\d{1,15})_/g)].map(([, digits]) => Number(digits)));
  let nonce = 0;
  while (used.has(nonce)) nonce += 1;
  return nonce;
}

const startOf = (tokens: readonly Token[], index: number) => tokens[index]?.start ?? 0;
const textOf = (tokens: readonly Token[], index: number) => tokens[index]?.text ?? '';
const wordOf = (tokens: readonly Token[], index: number) => textOf(tokens, index).toUpperCase();
const isQuoted = (token: Token | undefined) => token?.text.startsWith('"') === true;
const isName = (token: Token | undefined) => token !== undefined && /^["A-Za-z_\u0080-\uffff]/.test(token.text);

/** AT ( VERSION => or AT ( TIMESTAMP => */
function isClause(tokens: readonly Token[], at: number): boolean {
  if (wordOf(tokens, at) !== 'AT' || textOf(tokens, at + 1) !== '(') return false;
  if (!/^(?:VERSION|TIMESTAMP)$/.test(wordOf(tokens, at + 2))) return false;
  return textOf(tokens, at + 3) === '=' && textOf(tokens, at + 4) === '>';
}

/** What comes before an item of FROM. */
const itemWords = new Set(['FROM', 'JOIN', 'ONLY', 'TABLE', 'DESCRIBE', 'DESC', 'SUMMARIZE', 'LATERAL', 'IN']);

function startsItem(token: Token | undefined): boolean {
  return token === undefined || token.text === ',' || token.text === '(' || itemWords.has(token.text.toUpperCase());
}

/** Words that are no name of a table unless they are quoted: AT after them is in the wrong place. */
const keywords = new Set(
  'SELECT DISTINCT ALL WHERE ON USING AND OR NOT BY HAVING CASE WHEN THEN ELSE LIMIT OFFSET UNION EXCEPT INTERSECT WITH VALUES AS'.split(
    ' ',
  ),
);

const misplaced = () => reject('AT (VERSION => n) goes after the name of a table', undefined);

interface WrittenTable {
  readonly catalog: NamePart | null;
  readonly isBare: boolean;
  readonly parts: readonly Token[];
  /** What the mark takes the place of. */
  readonly place: { readonly start: number; readonly end: number };
}

/** The name that ends before AT, or before the alias before it (`t AS a AT (...)`, as DuckDB has it). */
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
  if (head === undefined || parts.some(({ text }) => keywords.has(text.toUpperCase()))) return misplaced();
  const isFull = parts.length === 3;
  return {
    catalog: isFull ? toPart(head, foldsCase) : null,
    isBare: parts.length === 1,
    parts,
    place: { start: head.start, end: isFull ? head.start + head.text.length : head.start },
  };
}

function toPart(token: Token, foldsCase: boolean): NamePart {
  if (isQuoted(token)) return { name: token.text.slice(1, -1).replaceAll('""', '"'), quoted: true };
  return { name: foldsCase ? token.text.toLowerCase() : token.text, quoted: false };
}

function readPoint(sql: string, tokens: readonly Token[], at: number, close: number): SnapshotPoint {
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
