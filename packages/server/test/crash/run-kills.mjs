/**
 * `npm run kills -- --seed 7 --count 500`: together.test.ts with another seed and more kills, on
 * SQLite and then on PostgreSQL; `--only PostgreSQL` chooses one of them, `--test crash`,
 * `--test compaction` or `--test sources-kills` another test.
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    count: { type: 'string', default: '500' },
    only: { type: 'string', default: '' },
    test: { type: 'string', default: 'together' },
  },
});
process.stdout.write(`seed ${values.seed}, ${values.count} kills\n`);
const env = { ...process.env, QUERN_KILL_SEED: values.seed, QUERN_KILLS: values.count };
const args = ['vitest', 'run', `packages/server/test/crash/${values.test}.test.ts`, '--retry=0'];
const child = spawn('npx', [...args, ...(values.only ? ['-t', values.only] : [])], {
  stdio: 'inherit',
  env,
});
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
