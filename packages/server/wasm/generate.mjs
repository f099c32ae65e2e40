// Compiles plain-rows.ts, which is AssemblyScript, into the text that the service brings with it.
// The compiler is 100 MB, so that it is no dependency: who changes the source runs this, and a test
// notices who did not.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const compiler = 'assemblyscript@0.28.20';
const source = join(import.meta.dirname, 'plain-rows.ts');
const generated = '../src/engine/ingest/generated/plain-rows-wasm.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-wasm-'));
try {
  const output = join(folder, 'plain-rows.wasm');
  execFileSync(
    'npx',
    ['--yes', '--package', compiler, 'asc', source, '--outFile', output].concat(
      '-O3',
      '--converge',
      '--runtime',
      'stub',
      '--importMemory',
      '--noAssert',
    ),
    { stdio: 'inherit' },
  );
  const lines = readFileSync(output, 'base64').match(/.{1,92}/g);
  const digest = createHash('sha256').update(readFileSync(source)).digest('hex');
  writeFileSync(
    join(import.meta.dirname, generated),
    `/** Of packages/server/wasm/plain-rows.ts, by \`npm run generate-wasm\` (${compiler}). */
export const plainRowsWasm = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('');

/** SHA-256 of the source. */
export const plainRowsSource = '${digest}';
`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
