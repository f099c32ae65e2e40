import { type BenchRow, ms } from './report.ts';
import { cpuInTurns, rateAgainst, Subject } from './small-queries.ts';

/**
 * What a caller sees who keeps a connection and sends another text each time. The planner and the
 * worker meet each text for the first time, as `smallWork`, whose texts come again, never shows. No
 * result is reused, and the log is read through a pipe. Where QUERN_BENCH_OLDER names the `main.js`
 * of an older build, both are asked in turns.
 */
export async function newTexts(): Promise<BenchRow[]> {
  const older = process.env.QUERN_BENCH_OLDER;
  const now = await Subject.start(undefined, noReuse);
  const before = older === undefined ? null : await Subject.start(older, noReuse);
  try {
    return [
      ...(await cpuRows(now, before)),
      await rateAgainst(
        'an aggregate of 400 rows, new text each, 16 clients',
        16,
        2,
        now,
        before,
        aggregate,
      ),
    ];
  } finally {
    await now.stop();
    await before?.stop();
  }
}

const noReuse = { QUERN_REUSE_BYTES: '0' };

let texts = 0;
const nextText = () => {
  texts += 1;
  return texts;
};
const constant = (subject: Subject) => subject.query(`SELECT ${nextText()} AS number`);
const aggregate = (subject: Subject) =>
  subject.query(
    `SELECT id % 7 AS rest, count(*) AS n, max(name), ${nextText()} AS text FROM small GROUP BY 1 ORDER BY 1`,
  );

async function cpuRows(now: Subject, before: Subject | null): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [what, ask] of [
    ['`SELECT 1`, the same text', (subject: Subject) => subject.query('SELECT 1')],
    ['`SELECT 1`, new text each', constant],
    ['an aggregate of 400 rows, new text each', aggregate],
  ] as const) {
    const subjects = before ? [now, before] : [now];
    const [mine = 0, theirs = null] = await cpuInTurns(subjects, ask);
    rows.push({
      what: `CPU of all processes for ${what}, one client, against the older build`,
      quern: ms(mine),
      reference: theirs === null ? '' : ms(theirs),
      result: theirs === null ? ms(mine) : `${(mine / theirs).toFixed(2)} times`,
      reach: theirs === null ? 'stated' : 'at most 0.5 times',
      reached: theirs === null || mine <= 0.5 * theirs,
    });
  }
  return rows;
}
