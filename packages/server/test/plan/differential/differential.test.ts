import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areaTable, areaTableFile, type Counts } from './area-table.ts';
import { areas, readArea, tablesSql } from './corpus.ts';
import { HotsqlEngine } from './hotsql-engine.ts';
import { PostgresOracle } from './postgres-oracle.ts';
import { judge, type Verdict } from './verdict.ts';

describe('HotSQL against PostgreSQL 18', () => {
  let postgres: PostgresOracle;
  let hotsql: HotsqlEngine;
  const counted = new Map<string, Counts>();

  beforeAll(async () => {
    [postgres, hotsql] = await Promise.all([
      PostgresOracle.start(tablesSql),
      HotsqlEngine.start(tablesSql),
    ]);
  });

  afterAll(async () => {
    hotsql?.stop();
    await postgres?.stop();
  });

  it.each(areas)('means the same in %s, or refuses', async (area) => {
    const counts: Record<Verdict['kind'], number> = {
      same: 0,
      inexact: 0,
      refused: 0,
      different: 0,
    };
    const found: string[] = [];
    for (const sql of readArea(area)) {
      const [expected, actual] = await Promise.all([postgres.ask(sql), hotsql.ask(sql)]);
      const verdict = judge(sql, expected, actual);
      counts[verdict.kind] += 1;
      if (verdict.kind === 'different' || process.env.QUERN_SHOW?.includes(verdict.kind)) {
        found.push(`${verdict.kind}: ${sql}\n  ${'how' in verdict ? verdict.how : ''}`);
      }
    }
    counted.set(area, counts);
    if (found.length > 0) process.stderr.write(`${area}\n${found.join('\n')}\n`);
    expect(found.filter((text) => text.startsWith('different')).join('\n')).toBe('');
  });

  it('answers most statements rather than refusing them', () => {
    const sum = (kind: keyof Counts) =>
      [...counted.values()].reduce((total, counts) => total + counts[kind], 0);
    const [same, inexact, refused] = [sum('same'), sum('inexact'), sum('refused')];
    expect(same + inexact + refused).toBeGreaterThanOrEqual(2_000);
    // Inexact statements are counted apart.
    expect(same / (same + refused)).toBeGreaterThanOrEqual(0.97);
  });

  it('is counted as docs/hotsql-areas.md says, which npm run hotsql-table writes', () => {
    const table = areaTable(counted);
    if (process.env.QUERN_WRITE_TABLE) writeFileSync(areaTableFile, table);
    // Another processor may decide which of two answers agree to the last digit.
    const counts = (text: string) => text.replace(/^(\| \S+ \| \d+ \|) \d+ \| \d+/gm, '$1');
    expect(counts(readFileSync(areaTableFile, 'utf8'))).toBe(counts(table));
  });
});
