import { expect, it } from 'vitest';
import { inSnowflakeWords } from './snowflake-words.ts';

it.each([
  [
    "No function matches the given name and argument types 'list_sum(STRUCT(a INTEGER, b VARCHAR), DECIMAL(5,2)[])'. You might need to add explicit type casts.\nCandidate functions:\nlist_sum(HUGEINT[]) -> HUGEINT",
    "Invalid argument types for function 'LIST_SUM': (OBJECT, ARRAY)",
  ],
  [
    "No function matches the given name and argument types 'sum(VARCHAR)'. You might need to add explicit type casts.\nCandidate functions:\nsum(DECIMAL) -> DECIMAL\nsum(HUGEINT) -> HUGEINT",
    "Invalid argument types for function 'SUM': (VARCHAR)",
  ],
  [
    'Could not choose a best candidate function for the function call "abs(STRING)". In order to select one, please add explicit type casts.\nCandidate functions:\nabs(TINYINT) -> TINYINT',
    "Ambiguous argument types for function 'ABS': (STRING); cast them",
  ],
  [
    'Scalar Function with name mediann does not exist!\nDid you mean "median"?',
    'Unknown function MEDIANN',
  ],
  ['It is wrong\nCandidate macros:\nf(a)', 'It is wrong'],
  [
    'Referenced column "nope" not found in FROM clause!',
    'Referenced column "nope" not found in FROM clause!',
  ],
])('says %j as Snowflake would', (engine, words) => {
  expect(inSnowflakeWords(engine)).toBe(words);
});
