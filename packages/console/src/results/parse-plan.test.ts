import { expect, test } from 'vitest';
import { parsePlan } from './parse-plan.ts';

test('the lines of a plan are a tree', () => {
  const tree = parsePlan([
    'TOP_N',
    '  Top: 3',
    '  ->  JOIN',
    '        On: a = b',
    '        ->  READ',
    '              Rows: 1',
    '        ->  READ',
  ]);
  expect(tree).toMatchObject({
    name: 'TOP_N',
    details: ['Top: 3'],
    children: [
      {
        name: 'JOIN',
        details: ['On: a = b'],
        children: [{ name: 'READ', details: ['Rows: 1'] }, { name: 'READ' }],
      },
    ],
  });
});
