import { expect, test } from 'vitest';
import { nextOf, parseCron } from './cron.ts';

test.each([
  ['* * * * *', '2024-02-28T23:59:30Z', '2024-02-29T00:00:00.000Z'],
  ['*/15 * * * *', '2024-01-01T00:00:00Z', '2024-01-01T00:15:00.000Z'],
  ['5/20 3 * * *', '2024-01-01T03:26:00Z', '2024-01-01T03:45:00.000Z'],
  ['0 6-8,20 * * mon-fri', '2024-01-05T08:00:00Z', '2024-01-05T20:00:00.000Z'],
  ['0 6 * * mon-fri', '2024-01-05T06:00:00Z', '2024-01-08T06:00:00.000Z'],
  ['0 0 29 feb *', '2024-03-01T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ['0 0 13 * 5', '2024-01-01T00:00:00Z', '2024-01-05T00:00:00.000Z'],
  ['0 0 * * 7', '2024-01-01T00:00:00Z', '2024-01-07T00:00:00.000Z'],
  ['59 23 31 12 *', '2024-12-31T23:59:00Z', '2025-12-31T23:59:00.000Z'],
])("'%s' comes after %s at %s", (text, after, next) => {
  const cron = parseCron(text);
  const at = cron === null ? null : nextOf(cron, Date.parse(after));
  expect(new Date(at ?? 0).toISOString()).toBe(next);
});

test.each([
  '',
  '* * * *',
  '* * * * * *',
  '60 * * * *',
  '* 24 * * *',
  '* * 0 * *',
  '* * * 13 *',
  '* * * * 8',
  '1-0 * * * *',
  '*/0 * * * *',
  '1,,2 * * * *',
  'a * * * *',
  '-1 * * * *',
  '1-2-3 * * * *',
  '* * * * mon-',
])("'%s' is no schedule", (text) => {
  expect(parseCron(text)).toBeNull();
});

test('a day that never comes has no next', () => {
  const cron = parseCron('0 0 31 feb *');
  expect(cron && nextOf(cron, 0)).toBeNull();
});
