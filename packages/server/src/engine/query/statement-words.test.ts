import { describe, expect, it } from 'vitest';
import { firstStatement, statementWords } from './statement-words.ts';

describe('the first words of statements', () => {
  it.each([
    ['', []],
    [' ; ;; ', []],
    ['select 1', ['SELECT']],
    ['(SELECT 1)', ['SELECT']],
    ['SELECT 1; insert into t values (1);', ['SELECT', 'INSERT']],
    ['SELECT \'a;b\', "c;d" -- ; DROP\n; /* ; /* ; */ ; */ VACUUM', ['SELECT', 'VACUUM']],
    ['SELECT $x$ ; DROP $x$; CALL f()', ['SELECT', 'CALL']],
    ['WITH a AS (DELETE FROM t RETURNING 1) SELECT 1', ['WITH']],
    ['WITH a AS (SELECT 1) UPDATE t SET x = 1', ['UPDATE']],
    ["SELECT 'never closed; DROP", ['SELECT']],
    ['/* never closed; DROP', []],
  ])('of %j are %j', (sql, words) => {
    expect(statementWords(sql)).toEqual(words);
  });

  it('are read in one pass, also of a hostile megabyte', () => {
    expect(statementWords(`SELECT ${"'".repeat(1_000_001)}`)).toEqual(['SELECT']);
    expect(statementWords('/*'.repeat(500_000))).toEqual([]);
    expect(statementWords('$ '.repeat(500_000))).toEqual([]);
  });
});

describe('the first statement of a text', () => {
  it.each([
    ['SELECT 1', 'SELECT 1'],
    ['SELECT 1;', 'SELECT 1'],
    ["SELECT ';' -- ;\n ; -- end", "SELECT ';' -- ;\n "],
    ['SELECT $$;$$ /* ; */;;', 'SELECT $$;$$ /* ; */'],
    ['', ''],
  ])('of %j is %j', (sql, first) => {
    expect(firstStatement(sql)).toBe(first);
  });
});
