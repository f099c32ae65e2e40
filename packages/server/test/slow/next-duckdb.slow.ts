import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { QuernError } from '../../src/kernel/errors.ts';
import { quoteIdentifier } from '../../src/kernel/quoting.ts';
import { macroCatalog, macroStatements } from '../../src/plan/macros.ts';
import { installPython, installTimeoutMs } from '../clients/python-environment.ts';
import { areas, readArea, tablesSql } from '../plan/differential/corpus.ts';
import { HotsqlEngine } from '../plan/differential/hotsql-engine.ts';

/** The engine of this release, and the following release; both from PyPI. */
const presentVersion = '1.5.6';
const nextVersion = '2.0.1';

const knownFile = new URL('next-duckdb.txt', import.meta.url);

interface Text {
  readonly sql: string;
  /** Functions of the worker's own are not in Python: such a text is parsed only. */
  readonly runs: boolean;
}

interface Answer {
  readonly tree: unknown;
  readonly rows: readonly string[] | string | null;
}

/** The printed text of each statement of the corpus that is not refused. */
async function printedTexts(): Promise<readonly Text[]> {
  const engine = await HotsqlEngine.start(tablesSql);
  try {
    const printed = new Set<string>();
    for (const area of areas) {
      for (const sql of readArea(area)) {
        const plan = await engine.plan(sql).catch((error: unknown) => {
          if (error instanceof QuernError) return null;
          throw error;
        });
        if (plan !== null) printed.add(plan);
      }
    }
    return [...printed].map((sql) => ({
      sql,
      runs: !/\bhotsql_|random|uuid|now\(|nextval|current_/i.test(sql),
    }));
  } finally {
    engine.stop();
  }
}

async function answersOf(version: string, texts: readonly Text[]): Promise<readonly Answer[]> {
  const programs = await installPython([`duckdb==${version}`, 'pytz==2026.6']);
  const script = new URL('next_duckdb.py', import.meta.url).pathname;
  const child = spawn(join(programs, 'python'), [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const catalog = quoteIdentifier(macroCatalog);
  const setup = [
    `ATTACH ':memory:' AS ${catalog}`,
    `USE ${catalog}`,
    ...macroStatements,
    `ATTACH ':memory:' AS "default"`,
    'USE "default"',
    ...tablesSql.split(/;\s*$/m).filter((statement) => statement.trim() !== ''),
  ];
  child.stdin.end(JSON.stringify({ setup, texts }));
  const ended = once(child, 'exit');
  const [head = '', ...lines] = (await text(child.stdout)).trim().split('\n');
  expect((await ended)[0], 'the exit code of Python').toBe(0);
  expect(JSON.parse(head).version).toBe(version);
  expect(lines).toHaveLength(texts.length);
  return lines.map((line) => JSON.parse(line));
}

/** The kinds of difference, a line each. Where QUERN_SHOW is set, each is told with a text. */
function differences(
  texts: readonly Text[],
  present: readonly Answer[],
  next: readonly Answer[],
): string {
  const kinds = new Map<string, string>();
  texts.forEach(({ sql }, index) => {
    for (const kind of kindsOf(present[index], next[index])) {
      if (!kinds.has(kind)) kinds.set(kind, sql);
    }
  });
  if (process.env.QUERN_SHOW) {
    for (const [kind, sql] of kinds) process.stderr.write(`${kind}\n    ${sql}\n`);
  }
  return [...kinds.keys()]
    .sort()
    .map((kind) => `${kind}\n`)
    .join('');
}

function kindsOf(present: Answer | undefined, next: Answer | undefined): string[] {
  if (!present || !next) throw new Error('a text has no answer');
  const kinds = [...treeDifferences(present.tree, next.tree, 'statement')];
  const [was, is] = [present.rows, next.rows];
  if (JSON.stringify(was) === JSON.stringify(is)) return kinds;
  if (typeof is === 'string' && typeof was === 'string')
    return [...kinds, `error: ${withoutValues(was)} -> ${withoutValues(is)}`];
  if (typeof is === 'string') return [...kinds, `error in place of rows: ${withoutValues(is)}`];
  if (typeof was === 'string') return [...kinds, `rows in place of error: ${withoutValues(was)}`];
  return [...kinds, 'other rows'];
}

const withoutValues = (message: string) => message.replaceAll(/"[^"]*"|'[^']*'|-?\d+/g, '_');

/** Class and type of a node, or the enclosing field. */
function nameOf({ class: kind, type }: Record<string, unknown>, field: string): string {
  if (typeof kind === 'string') return `${kind} ${type}`;
  return typeof type === 'string' ? type : field.split('.').slice(-1).join('');
}

/**
 * For each differing node: the class, and the fields that only one side has or that differ in plain
 * values.
 */
function treeDifferences(present: unknown, next: unknown, node: string): Set<string> {
  if (!isObject(present) || !isObject(next)) {
    const kinds = [present, next].map((value) => (isObject(value) ? 'an object' : short(value)));
    return new Set(kinds[0] === kinds[1] ? [] : [`${node}: ${kinds.join(' -> ')}`]);
  }
  const isList = Array.isArray(present);
  const own = isList ? node : nameOf(present, node);
  const found = new Set<string>();
  for (const key of new Set([...Object.keys(present), ...Object.keys(next)])) {
    const place = isList ? own : `${own}.${key}`;
    if (!(key in next)) found.add(`tree: ${place} is gone`);
    else if (!(key in present)) found.add(`tree: ${place} is new`);
    else for (const kind of treeDifferences(present[key], next[key], place)) found.add(kind);
  }
  return found;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const short = (value: unknown) => (JSON.stringify(value) ?? 'absent').slice(0, 60);

test(
  'the next DuckDB differs from this one where next-duckdb.txt says, and nowhere else',
  async () => {
    const texts = await printedTexts();
    const present = await answersOf(presentVersion, texts);
    const next = await answersOf(nextVersion, texts);
    const found = differences(texts, present, next);
    if (process.env.QUERN_WRITE_TABLE) writeFileSync(knownFile, found);
    expect(found).toBe(readFileSync(knownFile, 'utf8'));
  },
  2 * installTimeoutMs,
);
