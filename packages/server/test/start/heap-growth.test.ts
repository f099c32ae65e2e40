import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const heapGrowth = new URL('../../dist/start/heap-growth.js', import.meta.url).href;

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
  const args = ['--input-type=module', '--eval', program];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

test('what is replaced is collected before it is several times what is kept', () => {
  const usual = mostOldBytes('');
  const small = mostOldBytes(`(await import(${JSON.stringify(heapGrowth)})).keepHeapSmall();`);
  expect(small).toBeLessThan(0.8 * usual);
});
