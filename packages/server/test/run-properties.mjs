/**
 * `npm run properties -- --seed 7 --times 20`: runs the server's property tests with another seed
 * and a multiple of their examples; `--only keyed-loads` chooses files by name.
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    times: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
  },
});
const files = [
  'lake/compacted-forks',
  'lake/compaction',
  'lake/keyed-loads',
  'maintenance/collection',
  'maintenance/forks',
  'plan/pruning',
]
  .filter((file) => file.includes(values.only))
  .map((file) => `packages/server/test/${file}.test.ts`);
process.stdout.write(`seed ${values.seed}, ${values.times} times\n`);
const env = { ...process.env, QUERN_RANDOM_SEED: values.seed, QUERN_RANDOM_TIMES: values.times };
const child = spawn('npx', ['vitest', 'run', ...files, '--retry=0'], { stdio: 'inherit', env });
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
