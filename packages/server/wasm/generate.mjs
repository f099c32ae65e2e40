// Compiles plain-rows.ts and plain-objects.ts, which are AssemblyScript, into texts shipped with
// the service. The compiler has 100 MB and is no dependency: run the script after a change of a
// source. A test notices a missing run.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const compiler = 'assemblyscript@0.28.20';
const folder = mkdtempSync(join(tmpdir(), 'quern-wasm-'));
try {
  generate('plain-rows', 'plainRows');
  generate('plain-objects', 'plainObjects');
} finally {
  rmSync(folder, { recursive: true });
}

function generate(name, constant) {
  const source = join(import.meta.dirname, `${name}.ts`);
  const output = join(folder, `${name}.wasm`);
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
  const digest = createHash('sha256');
  for (const file of [source, join(import.meta.dirname, 'instants.ts')])
    digest.update(readFileSync(file));
  writeFileSync(
    join(import.meta.dirname, `../src/engine/ingest/generated/${name}-wasm.ts`),
    `/** Of packages/server/wasm/${name}.ts, by \`npm run generate-wasm\` (${compiler}). */
export const ${constant}Wasm = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('');

/** SHA-256 of the source, and of instants.ts behind it. */
export const ${constant}Source = '${digest.digest('hex')}';
`,
  );
}
