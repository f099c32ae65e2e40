import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chance } from '../random-queries.ts';
import { type Answer, isError } from './answer.ts';
import { tablesSql } from './corpus.ts';
import { HotsqlEngine } from './hotsql-engine.ts';
import { PostgresOracle } from './postgres-oracle.ts';
import { randomStatement } from './random-statements.ts';
import { judge, type Verdict } from './verdict.ts';

/** `SEED=7 COUNT=20000 npx vitest run random-hotsql` looks further. */
const seed = Number(process.env.SEED ?? 1);
const count = Number(process.env.COUNT ?? 500);

/**
 * Whether a value is computed that no row needs is nobody's promise: one of them may raise where
 * the other need not look.
 */
function isOrderOfEvaluation(expected: Answer, actual: Answer): boolean {
  const raises = (answer: Answer) => isError(answer) && answer.sqlstate?.startsWith('22') === true;
  return raises(expected) !== raises(actual);
}

describe('HotSQL and PostgreSQL 18 on random statements', () => {
  let postgres: PostgresOracle;
  let hotsql: HotsqlEngine;

  beforeAll(async () => {
    [postgres, hotsql] = await Promise.all([
      PostgresOracle.start(tablesSql),
      HotsqlEngine.start(tablesSql),
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
        const sql = randomStatement(new Chance(seed * 1_000_003 + index));
        const [expected, actual] = await Promise.all([postgres.ask(sql), hotsql.ask(sql)]);
        const verdict = judge(sql, expected, actual);
        counts[verdict.kind] += 1;
        if (verdict.kind === 'different' && !isOrderOfEvaluation(expected, actual))
          found.push(`${sql}\n  ${verdict.how}`);
      }
      expect(found.join('\n')).toBe('');
      expect((counts.same + counts.inexact) / count).toBeGreaterThan(0.9);
    },
    60_000 + count * 20,
  );
});
