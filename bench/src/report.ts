import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

export interface BenchRow {
  readonly what: string;
  readonly quern: string;
  readonly reference: string;
  readonly result: string;
  readonly reach: string;
  readonly reached: boolean;
}

export const ms = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
export const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;

/** A row with a ratio of at most `most`. */
export function ratioRow(
  what: string,
  quernMs: number,
  referenceMs: number,
  most: number,
  plusMs = 0,
): BenchRow {
  const ratio = quernMs / referenceMs;
  return {
    what,
    quern: ms(quernMs),
    reference: ms(referenceMs),
    result: `${ratio.toFixed(2)} times`,
    reach: `at most ${most} times${plusMs > 0 ? ` plus ${plusMs} ms` : ''}`,
    reached: quernMs <= referenceMs * most + plusMs,
  };
}

/** A row without its reference on this machine. */
export const notMeasured = (what: string): BenchRow => ({
  ...{ what, quern: '', reference: '', result: 'not measured', reach: 'not on this machine' },
  reached: true,
});

/** Prints the table, and writes a complete table to bench/results.md. */
export function report(rows: readonly BenchRow[], isPart: boolean): void {
  const table = [
    '| what | Quern | reference | result | reach | |',
    '|---|---|---|---|---|---|',
    ...rows.map(
      (row) =>
        `| ${row.what} | ${row.quern} | ${row.reference} | ${row.result} | ${row.reach} | ${row.reached ? 'yes' : '**no**'} |`,
    ),
  ].join('\n');
  const machine = `${cpus().length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.version}`;
  const text = `# Results of \`npm run bench\`\n\nRatios measured in one run (${machine}); absolute times on shared machines mean little.\n\n${table}\n`;
  console.log(`\n${table}\n`);
  if (isPart) return;
  writeFileSync(fileURLToPath(new URL('../results.md', import.meta.url)), text);
}
