import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QuernError } from '../../src/kernel/errors.ts';
import { deferred } from '../deferred.ts';
import { eventually } from '../eventually.ts';
import { EngineFixture } from './engine-fixture.ts';

/** `onStart` records the start of a task; until then the worker prepares and executes nothing. */
describe('a task whose beginning is written down first', () => {
  let engine: EngineFixture;
  beforeEach(async () => {
    engine = new EngineFixture();
    await engine.pool.ready();
  });
  afterEach(() => engine.close());

  it('is prepared meanwhile: a text that cannot be bound fails before', async () => {
    const never = new Promise<void>(() => {});
    const unbound = engine.query('SELECT no_such_column', {}, { onStart: () => never });
    await expect(unbound).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await engine.rows('SELECT 1')).toEqual([[1]]);
  });

  it('executes afterwards, and not before', async () => {
    const written = deferred<void>();
    let isWritten = false;
    // The text fails only when executed.
    const failing = engine
      .query("SELECT error('executed')", {}, { onStart: () => written.promise })
      .catch((error) => {
        expect(error.message).toContain('executed');
        return isWritten;
      });
    const settled = await Promise.race([failing, engineIsBusy().then(() => 'waits')]);
    expect(settled).toBe('waits');
    isWritten = true;
    written.resolve();
    expect(await failing).toBe(true);
    expect(await engine.rows('SELECT 2', {})).toEqual([[2]]);
  });

  /** Long enough for a worker that does not wait to have executed a small text. */
  async function engineIsBusy(): Promise<void> {
    for (let look = 0; look < 100; look += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      expect(engine.pool.stats().workers.busy).toBe(1);
    }
    // The same worker process answers nothing else meanwhile, but time passes: another process
    // starts and ends.
    const other = new EngineFixture();
    await other.pool.ready();
    await other.rows('SELECT 1');
    await other.close();
  }

  it('is not executed when that fails; the worker serves the next', async () => {
    const [pid] = engine.pool.workerPids();
    const refused = new QuernError('OVERLOADED', 'no room');
    const onStart = async () => {
      throw refused;
    };
    for (let round = 0; round < 5; round += 1) {
      await expect(engine.query("SELECT error('executed')", {}, { onStart })).rejects.toBe(refused);
      expect(await engine.rows('SELECT 3')).toEqual([[3]]);
    }
    expect(engine.pool.workerPids()).toEqual([pid]);
    expect(engine.events).toEqual([]);
  });

  it('is cancelled while it waits, and its worker is free for the next', async () => {
    const written = deferred<void>();
    const caller = new AbortController();
    const options = { onStart: () => written.promise, signal: caller.signal };
    const query = engine.query("SELECT error('executed')", {}, options);
    await eventually(() => expect(engine.pool.stats().workers.busy).toBe(1));
    caller.abort();
    await expect(query).rejects.toMatchObject({ code: 'CLIENT_CLOSED_REQUEST' });
    written.resolve();
    expect(await engine.rows('SELECT 4')).toEqual([[4]]);
  });
});
