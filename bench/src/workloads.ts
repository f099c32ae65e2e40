import { readFileSync } from 'node:fs';

export interface WorkloadQuery {
  readonly number: number;
  readonly sql: string;
}

/** The 22 queries of TPC-H with the specification's validation values. */
export const tpchQueries = readQueries('tpch.sql');

/** ClickBench's 43 queries for PostgreSQL. */
export const clickbenchQueries = readQueries('clickbench.sql');

/** A line `-- n` begins query n. */
function readQueries(file: string): readonly WorkloadQuery[] {
  const text = readFileSync(new URL(`../workloads/${file}`, import.meta.url), 'utf8');
  return text
    .split(/^-- (?=\d+$)/m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { number: Number(part.slice(0, end)), sql: part.slice(end + 1).trim() };
    });
}
