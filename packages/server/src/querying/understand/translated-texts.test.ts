import { expect, test } from 'vitest';
import { findSearches } from '../../plan/hotsql/read/search-calls.ts';
import { tokensOf } from '../../plan/hotsql/read/tokens.ts';
import type { PlanTextRequest } from '../../plan/plan-text.ts';
import type { TablesNeeded } from '../../plan/types.ts';
import { TranslatedTexts } from './translated-texts.ts';

const asked = (sql: string): PlanTextRequest => ({ sql, dialect: 'hotsql' });
const search = (words: string, more = '') =>
  `SELECT id FROM bm25_search('docs', 'body', '${words}'${more}) ORDER BY score DESC LIMIT 3`;

/** Answers like the planner, with the searches of the text. */
function translated(sql: string): TablesNeeded {
  const { searches } = findSearches(sql, tokensOf);
  return { tables: [], classification: undefined as never, searches };
}

const wordsOf = (found: ReturnType<TranslatedTexts['get']>) =>
  found && 'tables' in found ? found.searches?.map(({ args }) => args.at(-1)?.value) : undefined;

test('a text that searches for other words is translated as the first of its kind was', () => {
  const texts = new TranslatedTexts();
  texts.set(asked(search('red')), translated(search('red')));
  expect(wordsOf(texts.get(asked(search('red'))))).toEqual(['red']);
  expect(wordsOf(texts.get(asked(search("it''s green"))))).toEqual(["it's green"]);
  expect(texts.get({ ...asked(search('green')), dialect: 'duckdb' })).toBeUndefined();
  expect(texts.get({ ...asked(search('green')), shapes: [] })).toBeUndefined();
});

test('is not of another text, nor of one that calls the score otherwise', () => {
  const texts = new TranslatedTexts();
  texts.set(asked(search('red')), translated(search('red')));
  const others = [
    search('green').replace('LIMIT 3', 'LIMIT 4'),
    search('green', ", score => 'points'"),
    search('@search0_ green'),
    search('green').replace('bm25_search', 'hybrid_search'),
    `SELECT 'red' AS red, ${search('green').slice('SELECT '.length)}`,
    'SELECT id FROM "@search0_0"."main"."bm25_search" ORDER BY score DESC LIMIT 3',
    '["SELECT id FROM \\"@search0_0\\".\\"main\\".\\"bm25_search\\" ORDER BY score DESC LIMIT 3",[[]]]',
  ];
  for (const sql of others) expect(texts.get(asked(sql)), sql).toBeUndefined();
});
