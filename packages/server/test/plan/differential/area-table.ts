import { readFileSync, writeFileSync } from 'node:fs';
import type { Verdict } from './verdict.ts';

export type Counts = Readonly<Record<Verdict['kind'], number>>;

const file = new URL('../../../../../docs/hotsql.md', import.meta.url);
const [start, end] = ['<!-- areas: npm run hotsql-table -->', '<!-- /areas -->'];

/** What the run found, an area a line, as docs/hotsql.md has it. */
export function areaTable(counted: ReadonlyMap<string, Counts>): string {
  const line = (name: string, { same, inexact, refused, different }: Counts) =>
    `| ${name} | ${same + inexact + refused + different} | ${same} | ${inexact} | ${refused} | ${different} |`;
  const all = [...counted.values()];
  const sum = (kind: keyof Counts) => all.reduce((total, counts) => total + counts[kind], 0);
  const total = { same: sum('same'), inexact: sum('inexact'), refused: sum('refused'), different: sum('different') };
  return [
    '| area | statements | same | inexact | refused | different |',
    '|---|---|---|---|---|---|',
    ...[...counted].sort(([one], [other]) => (one < other ? -1 : 1)).map(([area, counts]) => line(area, counts)),
    line('**all**', total),
  ].join('\n');
}

/** The table that the docs have now. */
export function documentedTable(): string {
  const text = readFileSync(file, 'utf8');
  return text.slice(text.indexOf(start) + start.length, text.indexOf(end)).trim();
}

export function writeTable(table: string): void {
  const text = readFileSync(file, 'utf8');
  const [before, after] = [text.slice(0, text.indexOf(start) + start.length), text.slice(text.indexOf(end))];
  writeFileSync(file, `${before}\n${table}\n${after}`);
}
