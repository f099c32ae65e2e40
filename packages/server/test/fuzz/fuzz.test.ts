import { expect, test } from 'vitest';
import { inThisLane } from '../lane.ts';
import { fuzzService } from './fuzz-service.ts';

/**
 * A hundred statements of a fixed seed with every run of the tests, more in the slow lane;
 * `npm run fuzz -- --seed S --count N` runs more (QUERN_FUZZ_SEED and QUERN_FUZZ_COUNT).
 */
const seed = Number(process.env.QUERN_FUZZ_SEED ?? 20);
const count = Number(process.env.QUERN_FUZZ_COUNT ?? inThisLane(100, 400));

test(`${count} random statements of seed ${seed} break nothing`, async () => {
  const report = await fuzzService({ seed, count, clients: 4 });
  console.info(JSON.stringify({ ...report, findings: report.findings.length }));
  expect(report.findings).toEqual([]);
  expect(report.statements).toBe(count);
}, 36_000_000);
