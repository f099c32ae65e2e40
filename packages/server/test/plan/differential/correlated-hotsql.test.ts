import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chance } from '../random-queries.ts';
import { type Answer, isError } from './answer.ts';
import { correlatedStatement, correlatedTables } from './correlated-statements.ts';
import { HotsqlEngine } from './hotsql-engine.ts';
import { PostgresOracle } from './postgres-oracle.ts';
import { judge, type Verdict } from './verdict.ts';

/** `SEED=7 COUNT=20000 npx vitest run correlated-hotsql` looks further. */
const seed = Number(process.env.SEED ?? 1);
const count = Number(process.env.COUNT ?? 150);

/** An instance whose optimizer failed answers nothing more. */
const isBroken = (answer: Answer) => isError(answer) && /^(?:INTERNAL|FATAL)/.test(answer.message);

describe('HotSQL and PostgreSQL 18 on random correlated subqueries', () => {
  let postgres: PostgresOracle;
  let hotsql: HotsqlEngine;

  beforeAll(async () => {
    [postgres, hotsql] = await Promise.all([
      PostgresOracle.start(correlatedTables),
      HotsqlEngine.start(correlatedTables),
    ]);
  });
  afterAll(async () => {
    hotsql?.stop();
    await postgres?.stop();
  });

  it(
    `mean the same, or HotSQL refuses (${count} from seed ${seed})`,
    async () => {
      const counts: Record<Verdict['kind'], number> = {
        same: 0,
        inexact: 0,
        refused: 0,
        different: 0,
      };
      const found: string[] = [];
      for (let index = 0; index < count; index += 1) {
        const sql = correlatedStatement(new Chance(seed * 1_000_003 + index));
        const [expected, actual] = await Promise.all([postgres.ask(sql), hotsql.ask(sql)]);
        // Of a statement that PostgreSQL does not end in time nothing is known.
        if (isError(expected) && expected.sqlstate === '57014') continue;
        const verdict = judge(sql, expected, actual);
        counts[verdict.kind] += 1;
        if (verdict.kind === 'different') found.push(`${sql}\n  ${verdict.how}`);
        if (isBroken(actual)) {
          hotsql.stop();
          hotsql = await HotsqlEngine.start(correlatedTables);
        }
      }
      expect(found.join('\n')).toBe('');
      expect(counts.same / count).toBeGreaterThan(0.9);
    },
    60_000 + count * 600,
  );
});
