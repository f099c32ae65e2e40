import { expect, test } from 'vitest';
import { namingNesting, nestedTooDeeply, nestsMoreThan } from './nested-construct.ts';

const nested = (open: string, inner: string, close: string) =>
  `SELECT ${open.repeat(4000)}${inner}${close.repeat(4000)}`;

test.each([
  ['levels of parentheses', nested('(', '1', ')')],
  ['levels of function calls', nested('abs(', '1', ')')],
  ['levels of subqueries', nested('(SELECT ', '1', ')')],
  ['levels of arrays', nested('ARRAY[', '1', ']')],
  ['levels of structs', nested("{'a': ", '1', '}')],
  ['levels of CASE', nested('CASE WHEN true THEN ', '1', ' END')],
  ['operators one after another', `SELECT 1${' + 1'.repeat(90_000)}`],
  ['casts one after another', `SELECT 1${'::int'.repeat(4000)}`],
  ['NOT before one another', `SELECT ${'NOT '.repeat(4000)}true`],
  ['operators one after another', `SELECT '${'('.repeat(4000)}' -- ${'('.repeat(4000)}`],
])('%s', (what, sql) => {
  expect(namingNesting(nestedTooDeeply, sql)).toBe(
    `the statement is nested too deeply; use fewer ${what}`,
  );
});

test('takes time with the length of the text, however its brackets stand', () => {
  const sql = '(()'.repeat(300_000);
  const startedAt = performance.now();
  namingNesting(nestedTooDeeply, sql);
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

test('the limit is told where it is known', () => {
  expect(namingNesting(nestsMoreThan(500), nested('abs(', '1', ')'))).toBe(
    'the statement nests more than 500 levels deep; use fewer levels of function calls',
  );
});

test('another message stays', () => {
  expect(namingNesting('division by zero', 'SELECT 1/0')).toBe('division by zero');
});
