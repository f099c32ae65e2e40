/**
 * `npm run fuzz -- --seed 7 --count 100000`: the fuzz test with another seed and more statements.
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    count: { type: 'string', default: '100000' },
  },
});
process.stdout.write(`seed ${values.seed}, ${values.count} statements\n`);
const env = { ...process.env, QUERN_FUZZ_SEED: values.seed, QUERN_FUZZ_COUNT: values.count };
const child = spawn('npx', ['vitest', 'run', 'packages/server/test/fuzz', '--retry=0'], {
  stdio: 'inherit',
  env,
});
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
