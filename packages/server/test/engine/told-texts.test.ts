import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Told } from '../../src/engine/protocol.ts';
import { eventually } from '../eventually.ts';
import { EngineFixture } from './engine-fixture.ts';

const listed =
  "SELECT table_name FROM information_schema.tables WHERE table_catalog = 'default' ORDER BY 1";
const shown = (digest: string, ...tables: string[]): Told => ({
  digest,
  text: JSON.stringify([['default', [['main', tables.map((name) => [name, ['id', 'BIGINT']])]]]]),
});

/** A text that workers get once besides requests, here the text of information_schema. */
describe('a text that tasks are told', () => {
  let engine: EngineFixture;
  beforeEach(async () => {
    engine = new EngineFixture();
    await engine.pool.ready();
  });
  afterEach(() => engine.close());

  const tables = async (told?: Told, keptCatalogs?: string) => {
    const scope = { defaultCatalog: 'default', defaultSchema: 'main' };
    const request = { ...scope, ...(keptCatalogs && { keptCatalogs, inlineBytes: 1024 }) };
    const reply = await engine.query(listed, request, told ? { told } : {});
    return JSON.parse(reply.preview.text).flat();
  };

  it('crosses once while its digest is the same', async () => {
    for (const scope of [undefined, 'w d']) {
      expect(await tables(shown(`first ${scope}`, 'a', 'b'), scope)).toEqual(['a', 'b']);
      // Real texts never share a digest; here the shared digest shows that the second text was not
      // sent.
      expect(await tables(shown(`first ${scope}`, 'never', 'crosses'), scope)).toEqual(['a', 'b']);
    }
  });

  it('crosses again after another one, and tasks that are told nothing see none of it', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await tables(shown('1', 'a'), 'w d 1')).toEqual(['a']);
      expect(await tables(shown('2', 'b', 'c'), 'w d 2')).toEqual(['b', 'c']);
      expect(await tables()).toEqual([]);
      expect(await tables(shown('2', 'b', 'c'))).toEqual(['b', 'c']);
    }
  });

  it('crosses to a worker that takes the place of one that has died', async () => {
    expect(await tables(shown('1', 'a'), 'w d 1')).toEqual(['a']);
    const [pid = 0] = engine.pool.workerPids();
    process.kill(pid, 'SIGKILL');
    await eventually(() => expect(engine.pool.workerPids()).not.toContain(pid));
    expect(await tables(shown('1', 'a'), 'w d 1')).toEqual(['a']);
  });

  it('is known to a worker whose task failed by it', async () => {
    const told = shown('1', 'a');
    const failing = engine.query("SELECT error('no')", {}, { told });
    await expect(failing).rejects.toThrow('no');
    expect(await tables(told)).toEqual(['a']);
  });

  it('is known to a worker that could not give its task what it asked for', async () => {
    const told = shown('1', 'a');
    const [pid] = engine.pool.workerPids();
    const failing = engine.query(listed, {}, { told, threads: -1 });
    await expect(failing).rejects.toThrow(/thread/i);
    expect(await tables(told)).toEqual(['a']);
    expect(engine.pool.workerPids()).toEqual([pid]);
  });
});

describe('two scopes that take turns', () => {
  it('have a worker each, in whatever order they come: neither ends what is kept of the other', async () => {
    const engine = new EngineFixture({ workers: 2, warmWorkers: 2 });
    try {
      const ask = async (scope: string, told: Told) => {
        // A worker is not idle at once when its task has answered.
        await eventually(() => expect(engine.pool.stats().workers.idle).toBe(2));
        const request = { keptCatalogs: scope, inlineBytes: 1024, defaultCatalog: 'default' };
        const options = { told, affinity: scope };
        return JSON.parse((await engine.query(listed, request, options)).preview.text).flat();
      };
      // Both have kept other scopes by now.
      for (const past of ['p1', 'p2', 'p3', 'p4']) await ask(past, shown(past, past));
      for (const scope of ['1', '2'])
        expect(await ask(scope, shown(scope, scope))).toEqual([scope]);
      // A text that is not sent again proves that the same worker has the text.
      for (const scope of ['1', '2', '1', '2', '2', '2', '1', '1', '2'])
        expect(await ask(scope, shown(scope, 'crosses', 'again'))).toEqual([scope]);
    } finally {
      await engine.close();
    }
  });
});
