import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { ErrorCode } from '../kernel/errors.ts';
import { poolEvents } from './pool-events.ts';

const levelsOf = (...codes: ErrorCode[]) => {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line) => lines.push(line) });
  const onEvent = poolEvents(log, 'engine');
  for (const code of codes) onEvent({ kind: 'task_failed', task: 'planSql', code, detail: 'x' });
  onEvent({ kind: 'worker_ended', pid: 1, how: 'SIGKILL', reason: 'died' });
  return lines.map((line) => JSON.parse(line).level);
};

test('what a caller did wrong is no warning; what the service or its machine did is one', () => {
  expect(levelsOf('BAD_REQUEST', 'CONFLICT', 'CLIENT_CLOSED_REQUEST')).toEqual([20, 20, 20, 40]);
  expect(levelsOf('INTERNAL_SERVER_ERROR', 'OVERLOADED', 'STORED_DATA_DAMAGED')).toEqual([
    40, 40, 40, 40,
  ]);
});
