import { expect, test } from 'vitest';
import { WorkerDeath } from '../engine/worker-death.ts';
import { badRequest, storedDataDamaged } from '../kernel/errors.ts';
import { DeadlyReads } from './deadly-reads.ts';

test('an object that ended a worker ends no other one for an hour, and nothing else is refused', async () => {
  let now = 0;
  let done = 0;
  const reads = new DeadlyReads({ now: () => now });
  const refusal = () => badRequest('it would again');
  const dies = () => {
    done += 1;
    return Promise.reject(new WorkerDeath('query', 'exit code 1'));
  };
  await expect(reads.run('a arrow', refusal, dies)).rejects.toThrow('died');
  await expect(reads.run('a arrow', refusal, dies)).rejects.toThrow('it would again');
  expect(done).toBe(1);
  await expect(reads.run('a csv', refusal, async () => 'rows')).resolves.toBe('rows');
  await expect(reads.run('a csv', refusal, () => Promise.reject(badRequest('no')))).rejects.toThrow(
    'no',
  );
  await expect(reads.run('a csv', refusal, async () => 'rows')).resolves.toBe('rows');
  now = 60 * 60_000 + 1;
  await expect(reads.run('a arrow', refusal, async () => 'rows')).resolves.toBe('rows');
});

test('an object that ended a worker because it is damaged is told as damaged, and read again after a minute', async () => {
  let now = 0;
  const reads = new DeadlyReads({ now: () => now });
  const refusal = () => badRequest('it would again');
  const damaged = storedDataDamaged('result', new WorkerDeath('query', 'SIGSEGV'));
  await expect(reads.run('a arrow', refusal, () => Promise.reject(damaged))).rejects.toBe(damaged);
  const rows = async () => 'rows';
  await expect(reads.run('a arrow', refusal, rows)).rejects.toBe(damaged);
  now = 60_001;
  await expect(reads.run('a arrow', refusal, rows)).resolves.toBe('rows');
});
