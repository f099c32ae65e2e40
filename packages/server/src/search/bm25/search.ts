import { badRequest } from '../../kernel/errors.ts';
import type { DeletedRows } from '../deleted-rows.ts';
import { AllHits, BestHits, type Hits, type HitTaker } from '../hits.ts';
import type { Clause } from './parse-query.ts';
import type { Part } from './part.ts';
import { noRow, PostingCursor } from './posting-cursor.ts';
import { idf, type Statistics, termScore } from './score.ts';
import { type SearchedPart, searchWords } from './search-words.ts';

/** A file to search, by its parts for the column. */
export interface SearchedFile {
  readonly parts: readonly Part[];
  readonly deleted: DeletedRows | null;
}

/** The most words of one prefix. */
const maxPrefixWords = 1000;
/** Above this limit, gathering all hits is cheaper than maintaining the best. */
const maxBest = 10_000;

/**
 * The matching rows of the files, with their scores by the statistics of all the files' present
 * rows: the best `limit`, or all if `limit` is null.
 */
export function searchTexts(
  files: readonly SearchedFile[],
  clauses: readonly Clause[],
  limit: number | null,
): Hits {
  const taker: HitTaker = limit !== null && limit <= maxBest ? new BestHits(limit) : new AllHits();
  const statistics = statisticsOf(files);
  const weights = new Map<string, number>();
  const weightOf = (term: string) => {
    const known = weights.get(term) ?? idf(rowsWith(files, term), statistics);
    weights.set(term, known);
    return known;
  };
  const settled = clauses.flatMap((clause) =>
    clause.kind === 'prefix' ? expand(files, clause) : [clause],
  );
  const isWords = settled.every(({ asks, kind }) => asks === 'may' && kind === 'word');
  for (const [file, { parts, deleted }] of files.entries()) {
    for (const part of parts) {
      const searched = { part, deleted, file, meanLength: statistics.meanLength };
      if (isWords) {
        const words = settled.map(({ terms: [term = ''] }) => ({ term, weight: weightOf(term) }));
        searchWords(searched, words, taker);
      } else searchClauses(searched, settled, weightOf, taker);
    }
  }
  return taker.take();
}

/** A prefix with `must` or `not` matches any of its words: the words stay one clause. */
function expand(files: readonly SearchedFile[], { asks, terms: [prefix = ''] }: Clause): Clause[] {
  const words = new Set<string>();
  for (const { parts } of files) {
    for (const part of parts)
      for (const word of part.withPrefix(prefix, maxPrefixWords + 1)) words.add(word);
  }
  if (words.size > maxPrefixWords) {
    throw badRequest(
      `'${prefix}*' stands for more than ${maxPrefixWords} words of the index; write more of its letters`,
    );
  }
  if (asks === 'may') return [...words].map((word) => ({ asks, kind: 'word', terms: [word] }));
  return [{ asks, kind: 'prefix', terms: [...words] }];
}

function statisticsOf(files: readonly SearchedFile[]): Statistics {
  let [texts, lengths] = [0, 0];
  for (const { parts, deleted } of files) {
    for (const { directory, lengths: ofRows } of parts) {
      texts += directory.textCount;
      lengths += directory.lengthSum;
      for (const row of rowsOfPart(deleted, directory)) {
        const length = ofRows[row] ?? 0;
        if (length === 0) continue;
        texts -= 1;
        lengths -= length - 1;
      }
    }
  }
  return { texts, meanLength: texts === 0 ? 1 : Math.max(lengths / texts, Number.MIN_VALUE) };
}

/** The deleted rows of a part, counted from its first row. */
function* rowsOfPart(
  deleted: DeletedRows | null,
  { firstRow, rowCount }: { readonly firstRow: number; readonly rowCount: number },
): Generator<number> {
  for (const row of deleted?.rows ?? []) {
    if (row >= firstRow && row < firstRow + rowCount) yield row - firstRow;
  }
}

/** Present rows with the term. */
function rowsWith(files: readonly SearchedFile[], text: string): number {
  let count = 0;
  for (const { parts, deleted } of files) {
    for (const part of parts) {
      const term = part.find(text);
      if (term === undefined) continue;
      count += term.rows;
      if (deleted === null) continue;
      const cursor = new PostingCursor(part, term);
      for (const row of rowsOfPart(deleted, part.directory))
        if (cursor.seek(row) === row) count -= 1;
    }
  }
  return count;
}

/** Scores the clauses in the part, row by row. */
function searchClauses(
  { part, deleted, file, meanLength }: SearchedPart,
  clauses: readonly Clause[],
  weightOf: (term: string) => number,
  taker: HitTaker,
): void {
  const { firstRow, rowCount } = part.directory;
  const scores = new Float64Array(rowCount);
  /** Count of required clauses met; `refused` for a row with an excluded word. */
  const met = new Uint16Array(rowCount);
  const refused = 0xffff;
  const matched = new Uint8Array(rowCount);
  const musts = clauses.filter(({ asks }) => asks === 'must');
  for (const clause of clauses) {
    const seen = clause.asks === 'may' ? null : new Uint8Array(rowCount);
    eachMatch(part, clause, (row, term, count) => {
      if (clause.asks === 'not') {
        met[row] = refused;
        return;
      }
      scores[row] =
        (scores[row] ?? 0) +
        termScore(weightOf(term), count, (part.lengths[row] ?? 1) - 1, meanLength);
      matched[row] = 1;
      if (seen === null || seen[row] === 1) return;
      seen[row] = 1;
      if (met[row] !== refused) met[row] = (met[row] ?? 0) + 1;
    });
  }
  for (let row = 0; row < rowCount; row += 1) {
    if (matched[row] === 0 || met[row] !== musts.length || deleted?.has(row + firstRow)) continue;
    const score = scores[row] ?? 0;
    if (score > taker.threshold) taker.offer(file, row + firstRow, score);
  }
}

/** Calls back for each term of the clause in each matching row. */
function eachMatch(
  part: Part,
  { kind, terms }: Clause,
  tell: (row: number, term: string, count: number) => void,
): void {
  if (kind === 'phrase') {
    eachPhrase(part, terms, tell);
    return;
  }
  for (const text of terms) {
    const term = part.find(text);
    if (term === undefined) continue;
    const cursor = new PostingCursor(part, term);
    for (let row = cursor.next(); row !== noRow; row = cursor.next()) tell(row, text, cursor.count);
  }
}

function eachPhrase(
  part: Part,
  terms: readonly string[],
  tell: (row: number, term: string, count: number) => void,
): void {
  const found = terms.map((text) => part.find(text));
  const cursors = found.flatMap((term) =>
    term === undefined ? [] : [new PostingCursor(part, term)],
  );
  const [first] = cursors;
  if (first === undefined || cursors.length < terms.length) return;
  for (let row = first.next(); row !== noRow; ) {
    const behind = cursors.map((cursor) => cursor.seek(row)).find((other) => other !== row);
    if (behind === noRow) return;
    if (behind !== undefined) {
      row = first.seek(behind);
      continue;
    }
    if (standTogether(cursors))
      for (const [index, text] of terms.entries()) tell(row, text, cursors[index]?.count ?? 0);
    row = first.next();
  }
}

/** True if the terms follow each other somewhere in the row. */
function standTogether(cursors: readonly PostingCursor[]): boolean {
  const [first = [], ...others] = cursors.map((cursor) => cursor.places());
  const rest = others.map((places) => new Set(places));
  return first.some((place) => rest.every((places, index) => places.has(place + index + 1)));
}
