import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inThisLane } from '../../lane.ts';
import { Chance } from '../random-queries.ts';
import { type Answer, isError } from './answer.ts';
import { tablesSql } from './corpus.ts';
import { correlatedStatement, correlatedTables } from './correlated-statements.ts';
import { HotsqlEngine } from './hotsql-engine.ts';
import { PostgresOracle } from './postgres-oracle.ts';
import { randomStatement } from './random-statements.ts';
import { judge, type Verdict } from './verdict.ts';

/** `SEED=7 COUNT=20000 npx vitest run random-hotsql` looks further; `-t correlated` at a part. */
const seed = Number(process.env.SEED ?? 1);

interface Kind {
  readonly kind: string;
  readonly tables: string;
  /** Statements of a run in this lane; a statement takes up to `limitMs`. */
  readonly count: number;
  readonly limitMs: number;
  statement(chance: Chance): string;
  /** The two answers tell nothing, or may differ. */
  excused(expected: Answer, actual: Answer): boolean;
  /** Verdicts that nine in ten statements must have. */
  readonly agreeing: readonly Verdict['kind'][];
}

const raises = (answer: Answer) => isError(answer) && answer.sqlstate?.startsWith('22') === true;

const kinds: readonly Kind[] = [
  {
    kind: 'statements',
    tables: tablesSql,
    count: inThisLane(250, 1000),
    limitMs: 20,
    statement: randomStatement,
    // PostgreSQL promises neither to compute nor to skip a value that no row needs: only one side
    // may raise an error.
    excused: (expected, actual) => raises(expected) !== raises(actual),
    agreeing: ['same', 'inexact'],
  },
  {
    kind: 'correlated subqueries',
    tables: correlatedTables,
    count: inThisLane(75, 300),
    limitMs: 600,
    statement: correlatedStatement,
    // PostgreSQL did not end the statement in time.
    excused: (expected) => isError(expected) && expected.sqlstate === '57014',
    agreeing: ['same'],
  },
];

/** An instance whose optimizer failed answers nothing more. */
const isBroken = (answer: Answer) => isError(answer) && /^(?:INTERNAL|FATAL)/.test(answer.message);

describe.each(kinds)('HotSQL and PostgreSQL 18 on random $kind', (kind) => {
  const count = Number(process.env.COUNT ?? kind.count);
  let postgres: PostgresOracle;
  let hotsql: HotsqlEngine;

  beforeAll(async () => {
    [postgres, hotsql] = await Promise.all([
      PostgresOracle.start(kind.tables),
      HotsqlEngine.start(kind.tables),
    ]);
  });
  afterAll(async () => {
    hotsql?.stop();
    await postgres?.stop();
  });

  it(
    `mean the same, or HotSQL refuses (${count} from seed ${seed})`,
    async () => {
      let agreed = 0;
      const found: string[] = [];
      for (let index = 0; index < count; index += 1) {
        const sql = kind.statement(new Chance(seed * 1_000_003 + index));
        const [expected, actual] = await Promise.all([postgres.ask(sql), hotsql.ask(sql)]);
        const verdict = judge(sql, expected, actual);
        if (kind.agreeing.includes(verdict.kind)) agreed += 1;
        if (verdict.kind === 'different' && !kind.excused(expected, actual))
          found.push(`${sql}\n  ${verdict.how}`);
        if (isBroken(actual)) {
          hotsql.stop();
          hotsql = await HotsqlEngine.start(kind.tables);
        }
      }
      expect(found.join('\n')).toBe('');
      expect(agreed / count).toBeGreaterThan(0.9);
    },
    60_000 + count * kind.limitMs,
  );
});
