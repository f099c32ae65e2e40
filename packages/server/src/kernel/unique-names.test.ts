import { expect, test } from 'vitest';
import { uniqueNames } from './unique-names.ts';

const given = (names: string[], kept: [string, string][] = []) =>
  names.map((name) => uniqueNames(names, new Map(kept)).get(name));

test.each([
  ['differ otherwise', ['a', 'B', 'my-c'], ['a', 'B', 'my-c']],
  ['differ by case: the one in lower case stays', ['ID', 'id', 'Id'], ['ID_2', 'id', 'Id_3']],
  ['have none in lower case: the first stays', ['Id', 'ID'], ['Id', 'ID_2']],
  ['would take the name of another', ['id', 'ID', 'Id_2'], ['id', 'ID_3', 'Id_2']],
])('names that %s', (_what, names, expected) => {
  expect(given(names)).toEqual(expected);
});

test('names that were given before stay, whatever comes beside them', () => {
  const kept: [string, string][] = [
    ['Id', 'Id'],
    ['ID', 'ID_2'],
  ];
  expect(given(['id', 'ID', 'Id'], kept)).toEqual(['id_3', 'ID_2', 'Id']);
  expect(given(['ID'], kept)).toEqual(['ID_2']);
});
