import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mainFile } from '../main-file.ts';
import { startService } from '../service.ts';

const heapGrowth = new URL('../../dist/start/heap-growth.js', import.meta.url).href;

interface Growth {
  /** Heap growth that V8 allows, by its measure of the collector's speed. */
  readonly own: string;
  /** Allowed growth. */
  readonly taken: string;
}

/**
 * V8's report after each collection of a separate process that replaces its data. The size of the
 * heap is worse by a fifth: young data count as kept at a collection (16 to 28 MB of the same
 * program, beside other processes).
 */
function growths(prepare: string): Growth[] {
  const program = `
    ${prepare}
    const kept = Array.from({ length: 60_000 }, () => null);
    for (let round = 0; round < 60; round += 1) {
      kept.forEach((_, index) => {
        kept[index] = { text: \`row \${index} of \${round}\`, more: [index, round] };
      });
      await new Promise((resolve) => setImmediate(resolve));
    }`;
  const args = ['--trace-gc-verbose', '--input-type=module', '--eval', program];
  const trace = execFileSync(process.execPath, args, { encoding: 'utf8', env: {} });
  const told = /factor (\d+\.\d) based on.*\n.* Limit: old size: .* \((\d+\.\d)\)$/gm;
  return [...trace.matchAll(told)].map(([, own = '', taken = '']) => ({ own, taken }));
}

const keeping = (largeBytes = '') =>
  `(await import(${JSON.stringify(heapGrowth)})).keepHeapSmall(${largeBytes});`;

test('what is replaced is collected before it is more than what is kept, except in a large heap', () => {
  const doubled = growths(keeping());
  expect(doubled.length).toBeGreaterThan(1);
  expect(doubled.filter(({ taken }) => taken !== '2.0')).toEqual([]);
  // Else the rule would be V8's own.
  expect(doubled.map(({ own }) => own)).not.toEqual(doubled.map(() => '2.0'));
  const large = growths(keeping('2 ** 20'));
  expect(large.length).toBeGreaterThan(1);
  expect(large.filter(({ own, taken }) => taken !== own)).toEqual([]);
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
