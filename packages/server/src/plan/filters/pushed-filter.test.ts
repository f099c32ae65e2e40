import { expect, test } from 'vitest';
import type { Filter } from './filter.ts';
import { pushedFilter } from './pushed-filter.ts';
import { runTimeAt } from './time-steps.ts';

const columns = [
  { name: 'Id', type: 'BIGINT' },
  { name: 'price', type: 'DECIMAL(10,2)' },
  { name: 'day', type: 'DATE' },
  { name: 'at', type: 'TIMESTAMP WITH TIME ZONE' },
  { name: 'label', type: 'VARCHAR' },
];
const exact = (unscaled: string, scale = 0) => ({ type: 'exact', unscaled, scale }) as const;
const is = (
  column: string,
  value: Extract<Filter, { kind: 'compare' }>['constant'],
  operator: '=' | '<' | '>' = '=',
) => ({ kind: 'compare', column, operator, constant: value }) as const;
const text = is('label', { type: 'text', text: 'x', isLiteral: true });
const noon = { type: 'time', from: '1704110400000001', to: '1704110400000001' } as const;
const pushed = (...filters: Filter[]) => pushedFilter(filters, columns, runTimeAt(0));
const range = (column: string, low: string | null, high: string | null) => ({
  kind: 'range',
  column,
  low,
  high,
});

test('values are printed as their columns have them, ends within', () => {
  expect(pushed(is('id', exact('-5')))).toEqual(range('Id', '-5', '-5'));
  expect(pushed(is('id', exact('15', 1), '<'))).toEqual(range('Id', null, '2'));
  expect(pushed(is('price', exact('5'), '>'))).toEqual(range('price', '5.00', null));
  expect(pushed(is('price', exact('-1', 2)))).toEqual(range('price', '-0.01', '-0.01'));
  expect(pushed(is('day', noon, '<'))).toEqual(range('day', null, '2024-01-01'));
  expect(pushed(is('at', noon))).toEqual(
    range('at', '2024-01-01 12:00:00.000001+00', '2024-01-01 12:00:00.000001+00'),
  );
  expect(pushed({ kind: 'null', column: 'label' })).toEqual({ kind: 'null', column: 'label' });
});

test('what cannot be said is left out of AND, and leaves nothing of OR or of several references', () => {
  const five = is('id', exact('5'));
  expect(pushed({ kind: 'and', parts: [five, text] })).toEqual(range('Id', '5', '5'));
  expect(pushed({ kind: 'or', parts: [five, text] })).toBeUndefined();
  expect(pushed(five, text)).toBeUndefined();
  expect(pushed(five, is('id', exact('6')))).toEqual({
    kind: 'or',
    parts: [range('Id', '5', '5'), range('Id', '6', '6')],
  });
  expect(pushed(text)).toBeUndefined();
  expect(pushed({ ...five, within: ['s'] })).toBeUndefined();
  expect(pushedFilter(undefined, columns, runTimeAt(0))).toBeUndefined();
});

test('a long IN is the range of its values', () => {
  const constants = Array.from({ length: 1001 }, (_, index) => exact(String(index * 2)));
  expect(pushed({ kind: 'in', column: 'id', constants })).toEqual(range('Id', '0', '2000'));
});
