import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { startTimedService, type TimedService } from '../timed-service.ts';

const files = 12;
const rowsOfFile = 100_000;
/** Each row of the table is met by so many, so that a query takes a second. */
const times = 400;
/** Interval of collections. */
const collectionMs = 601_000;

describe('a query that stands still in the middle', () => {
  let running: TimedService;
  beforeAll(async () => {
    // No time travel; files of a running query are kept for the longest allowed query time.
    running = await startTimedService('sqlite', {
      QUERN_WORKERS: '2',
      QUERN_SNAPSHOT_RETENTION_DAYS: '0',
      QUERN_COMPACTION_QUIET: '0',
    });
  });
  afterAll(() => running?.dispose());

  test('reads on after a compaction and collections, from the files that it began with', async () => {
    const { api, clock } = running;
    const { id } = await api.createDatabase();
    for (let file = 0; file < files; file += 1) {
      const lines = Array.from({ length: rowsOfFile }, (_, index) => file * rowsOfFile + index);
      await api.loadCsv(id, 't', `n\n${lines.join('\n')}\n`, { mode: 'append' });
    }
    const before = await lakeFiles();
    expect(before).toHaveLength(files);
    const reading = api.query(id, `SELECT count(*), sum(t.n + r.i) FROM t, range(${times}) r(i)`, {
      dialect: 'duckdb',
    });
    const worker = await eventually(() => {
      const [found] = childrenWithOpen('/objects/lakes/');
      if (found === undefined) throw new Error('no worker reads the table yet');
      return found;
    });
    process.kill(worker, 'SIGSTOP');
    try {
      await eventually(async () => {
        clock.advance(31_000);
        const [newest] = (await api.get(`/v1/databases/${id}/snapshots`)).body.snapshots;
        expect(newest.operation).toBe('compact main.t');
      });
      await collections(2);
      expect(await lakeFiles()).toEqual(expect.arrayContaining(before));
    } finally {
      process.kill(worker, 'SIGCONT');
    }
    const { status, body } = await reading;
    expect(status, JSON.stringify(body)).toBe(200);
    const rows = files * rowsOfFile;
    const sum = (times * (rows * (rows - 1))) / 2 + (rows * (times * (times - 1))) / 2;
    expect(body.rows[0].map(Number)).toEqual([rows * times, sum]);

    clock.advance(running.service.services.settings.orphanGraceS * 1000);
    await eventually(async () => {
      clock.advance(collectionMs);
      expect(await lakeFiles()).toHaveLength(1);
    });
    expect((await api.query(id, 'SELECT count(*) FROM t')).body.rows).toEqual([[rows]]);
  }, 180_000);

  const lakeFiles = async () =>
    (await running.objectKeys()).filter((key) => key.startsWith('lakes/'));

  /** Waits for several collections, one after the other, within the time of one query. */
  async function collections(count: number): Promise<void> {
    const ended = async () => {
      const metrics = await (await fetch(`${running.api.origin}/metrics`)).text();
      return Number(
        /quern_sweep_last_end_timestamp_seconds\{sweep="collect"\} (\S+)/.exec(metrics)?.[1] ?? 0,
      );
    };
    for (let collection = 0; collection < count; collection += 1) {
      running.clock.advance(collectionMs);
      const now = running.clock.now() / 1000;
      await eventually(async () => expect(await ended()).toBeGreaterThanOrEqual(now));
    }
  }
});

/** Ids of child processes with an open file whose path contains the text. */
function childrenWithOpen(text: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids
    .filter((pid) => isChild(pid) && openFiles(pid).some((path) => path.includes(text)))
    .map(Number);
}

function isChild(pid: string): boolean {
  try {
    // The name of the program stands in brackets and may hold spaces.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(parent) === process.pid;
  } catch {
    return false;
  }
}

function openFiles(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
  } catch {
    return [];
  }
}

/** Undefined if the file was closed meanwhile. */
function linkOf(path: string): string[] {
  try {
    return [readlinkSync(path)];
  } catch {
    return [];
  }
}
