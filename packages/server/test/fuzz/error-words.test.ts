import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasEngineWords } from '../../src/plan/hotsql/resolve/engine-words.ts';
import { inThisLane } from '../lane.ts';
import { tablesSql } from '../plan/differential/corpus.ts';
import { HotsqlEngine } from '../plan/differential/hotsql-engine.ts';
import { ErroneousStatements } from './erroneous-statements.ts';
import { hasForeignWords } from './foreign-words.ts';

/** `npm run fuzz -- --seed S --count N` runs more. */
const seed = Number(process.env.QUERN_FUZZ_SEED ?? 20);
const count = Number(process.env.QUERN_FUZZ_COUNT ?? inThisLane(800, 3000));

let engine: HotsqlEngine;
beforeAll(async () => {
  engine = await HotsqlEngine.start(tablesSql);
});
afterAll(() => engine?.stop());

test(`${count} wrong statements of seed ${seed} are refused in the words of PostgreSQL`, async () => {
  const source = new ErroneousStatements(seed);
  const found: string[] = [];
  let refused = 0;
  for (let index = 0; index < count; index += 1) {
    const sql = source.next();
    const sentence = await engine.sentenceOf(sql);
    if (sentence === undefined) continue;
    refused += 1;
    if (hasEngineWords(sentence) || /HUGEINT/.test(sentence) || hasForeignWords(sentence, sql))
      found.push(`${sql}\n  ${sentence}`);
  }
  expect(found.join('\n')).toBe('');
  expect(refused).toBeGreaterThan(count / 2);
}, 36_000_000);
