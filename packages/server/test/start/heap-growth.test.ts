import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startService } from '../service.ts';

const heapGrowth = new URL('../../dist/start/heap-growth.js', import.meta.url).href;
const mainFile = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** Bytes of the old generation at most, in a process of its own that replaces what it keeps. */
function mostOldBytes(prepare: string): number {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8';
    ${prepare}
    const oldBytes = () => getHeapSpaceStatistics()
      .find(({ space_name }) => space_name === 'old_space').space_used_size;
    const kept = Array.from({ length: 60_000 }, () => null);
    let most = 0;
    for (let round = 0; round < 60; round += 1) {
      kept.forEach((_, index) => {
        kept[index] = { text: \`row \${index} of \${round}\`, more: [index, round] };
      });
      most = Math.max(most, oldBytes());
      await new Promise((resolve) => setImmediate(resolve));
    }
    console.log(most);`;
  // Threads of the collector that wait for a core would let the heap grow meanwhile.
  const args = ['--single-threaded-gc', '--input-type=module', '--eval', program];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

const keeping = (largeBytes = '') =>
  `(await import(${JSON.stringify(heapGrowth)})).keepHeapSmall(${largeBytes});`;

test('what is replaced is collected before it is several times what is kept, except in a large heap', () => {
  const usual = mostOldBytes('');
  expect(mostOldBytes(keeping())).toBeLessThan(0.85 * usual);
  expect(mostOldBytes(keeping('2 ** 20'))).toBeGreaterThan(0.85 * usual);
});

test('flags of V8 are set by the service once it has loaded all, and by no other command', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-heap-growth-'));
  const seen = join(folder, 'seen');
  const watch = join(folder, 'watch.cjs');
  writeFileSync(seen, '');
  writeFileSync(
    watch,
    `const v8 = require('node:v8');
    const set = v8.setFlagsFromString;
    v8.setFlagsFromString = (flags) => {
      const isLoaded = process.getActiveResourcesInfo().includes('TCPServerWrap');
      require('node:fs').appendFileSync(${JSON.stringify(seen)}, \`\${flags} \${isLoaded}\\n\`);
      set(flags);
    };
    require('node:module').syncBuiltinESMExports();`,
  );
  const env = { PATH: process.env.PATH, NODE_OPTIONS: `--require ${JSON.stringify(watch)}` };
  try {
    execFileSync(process.execPath, [mainFile, '--version'], { env });
    expect(readFileSync(seen, 'utf8')).toBe('');
    const service = await startService({ env: { NODE_OPTIONS: env.NODE_OPTIONS } });
    await service.dispose();
    expect(readFileSync(seen, 'utf8')).toBe('--heap-growing-percent=100 true\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
