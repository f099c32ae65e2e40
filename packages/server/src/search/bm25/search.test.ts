import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DeletedRows } from '../deleted-rows.ts';
import { MemorySegment } from '../segment-file.ts';
import { plainWords, termsOf } from './analyser.ts';
import { parseQuery } from './parse-query.ts';
import { Part } from './part.ts';
import { PartBuilder } from './part-builder.ts';
import { type SearchedFile, searchTexts } from './search.ts';

type Text = string | null;

/** A file of these texts, in parts of the given number of rows. */
function fileOf(
  texts: readonly Text[],
  gone: readonly number[] = [],
  partRows = 100,
): SearchedFile {
  const memory = new MemorySegment();
  const builder = new PartBuilder(plainWords);
  const directories = [];
  for (const text of texts) {
    builder.add(text);
    if (builder.rowCount === partRows) directories.push(builder.write(memory));
  }
  if (builder.rowCount > 0) directories.push(builder.write(memory));
  const parts = directories.map((directory) => new Part(memory, directory));
  return {
    parts,
    deleted: gone.length === 0 ? null : new DeletedRows(Uint32Array.from(gone), texts.length),
  };
}

interface Row {
  readonly file: number;
  readonly row: number;
  readonly terms: readonly string[];
}

/** BM25 computed row by row for queries of words: only the formula. */
function plainScores(
  files: readonly (readonly Text[])[],
  gone: ReadonlySet<string>,
  words: readonly string[],
) {
  const rows: Row[] = files.flatMap((texts, file) =>
    texts.flatMap((text, row) =>
      text === null || gone.has(`${file} ${row}`)
        ? []
        : [{ file, row, terms: termsOf(text, plainWords) }],
    ),
  );
  const mean = rows.reduce((sum, { terms }) => sum + terms.length, 0) / rows.length;
  const scores = new Map<string, number>();
  for (const word of words) {
    const having = rows.filter(({ terms }) => terms.includes(word));
    const idf = Math.log(1 + (rows.length - having.length + 0.5) / (having.length + 0.5));
    for (const { file, row, terms } of having) {
      const count = terms.filter((term) => term === word).length;
      const score = (idf * 2.2 * count) / (count + 1.2 * (0.25 + (0.75 * terms.length) / mean));
      scores.set(`${file} ${row}`, (scores.get(`${file} ${row}`) ?? 0) + score);
    }
  }
  return scores;
}

function found(files: readonly SearchedFile[], text: string, limit: number | null = null) {
  const { files: places, rows, scores } = searchTexts(files, parseQuery(text, plainWords), limit);
  return Array.from(scores, (score, at) => ({ place: `${places[at]} ${rows[at]}`, score }));
}

/** Random words with the frequencies of languages: few frequent words, most rare. */
function zipfTexts(seed: number, count: number, words: number): string[] {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: count }, () =>
    Array.from(
      { length: 1 + Math.floor(next() * 60) },
      () => `w${Math.floor(words ** next()) - 1}`,
    ).join(' '),
  );
}

describe('a search of texts', () => {
  const texts = [zipfTexts(1, 5000, 3000), zipfTexts(2, 700, 3000)];
  const gone = new Set(['0 3', '0 17', '0 4999', '1 0', '1 699']);
  const goneOf = (file: number) =>
    [...gone]
      .flatMap((place) => (place.startsWith(`${file} `) ? [Number(place.slice(2))] : []))
      .sort((a, b) => a - b);

  test.each([4096, 100])(
    'scores every row as plain BM25 does, over the rows that are left, in parts of %s',
    (partRows) => {
      const files = texts.map((each, file) => fileOf(each, goneOf(file), partRows));
      for (const words of [
        ['w0'],
        ['w2500'],
        ['w0', 'w1', 'w2'],
        ['w3', 'w150', 'w2000'],
        ['w40', 'nowhere'],
      ]) {
        const plain = plainScores(texts, gone, words);
        const all = found(files, words.join(' '));
        expect(all.map(({ place }) => place).sort()).toEqual([...plain.keys()].sort());
        for (const { place, score } of all) expect(score).toBeCloseTo(plain.get(place) ?? 0, 9);
        const best = [...plain.values()].sort((one, other) => other - one).slice(0, 10);
        const top = found(files, words.join(' '), 10);
        expect(top.map(({ score }) => score)).toHaveLength(best.length);
        for (const [index, { place, score }] of top.entries()) {
          expect(score).toBeCloseTo(best[index] ?? 0, 9);
          expect(plain.get(place)).toBeCloseTo(score, 9);
        }
      }
    },
  );

  test('keeps the best whatever the texts and the words are', () => {
    const aText = fc.option(
      fc
        .array(fc.constantFrom('a', 'b', 'c', 'dd', 'e'), { maxLength: 12 })
        .map((all) => all.join(' ')),
    );
    fc.assert(
      fc.property(
        fc.array(aText, { minLength: 1, maxLength: 300 }),
        fc.integer({ min: 0, max: 20 }),
        (rows, limit) => {
          const files = [fileOf(rows, [], 128)];
          const plain = plainScores([rows], new Set(), ['a', 'dd']);
          const best = [...plain.values()].sort((one, other) => other - one).slice(0, limit);
          const top = found(files, 'a dd', limit);
          expect(top).toHaveLength(best.length);
          for (const [index, { score }] of top.entries())
            expect(score).toBeCloseTo(best[index] ?? 0, 9);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the syntax of a search', () => {
  const texts = [
    'the quick brown fox',
    'the brown quick fox',
    'a lazy dog, and a quick dog',
    null,
    'Ärger über Straßen',
    'follow-up of the follow',
    '東京都 タワー',
  ];
  const rowsOf = (text: string) =>
    found([fileOf(texts)], text)
      .map(({ place }) => Number(place.slice(2)))
      .sort((one, other) => one - other);

  test.each([
    ['quick', [0, 1, 2]],
    ['QUICK Dog', [0, 1, 2]],
    ['"quick brown"', [0]],
    ['"brown quick" dog', [1, 2]],
    ['quick -dog', [0, 1]],
    ['+quick +lazy', [2]],
    ['+quick lazy brown', [0, 1, 2]],
    ['qui*', [0, 1, 2]],
    ['+fo* -quick', [5]],
    ['+follow-up', [5]],
    ['-quick', []],
    ['ärger', [4]],
    ['STRASSEN', []],
    ['straßen', [4]],
    ['東京都', [6]],
    ['"', []],
    ['+ - * "" "*"', []],
    ['"quick', [0, 1, 2]],
    ['quick"', [0, 1, 2]],
    ['', []],
  ])('%s', (text, rows) => {
    expect(rowsOf(text)).toEqual(rows);
  });

  test('a prefix of too many words is refused, in words that say what to do', () => {
    const many = [Array.from({ length: 1001 }, (_unused, index) => `x${index}`).join(' ')];
    expect(() => found([fileOf(many)], 'x*')).toThrow(
      "'x*' stands for more than 1000 words of the index; write more of its letters",
    );
  });
});

test('n-grams find parts of texts without spaces', () => {
  const grams = { ngram: 2 };
  expect(termsOf('東京都 A', grams)).toEqual(['東京', '京都', 'a']);
  expect(termsOf('x', grams)).toEqual(['x']);
});

test('a word is cut at 64 units, in the index as in a search', () => {
  const long = 'x'.repeat(1000);
  expect(found([fileOf([long])], `${long}y`)).toHaveLength(1);
});
