import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '../service.ts';
import { sharedService } from '../shared-service.ts';
import { type ScriptAnswer, ScriptOracle } from './script-oracle.ts';

const folder = join(import.meta.dirname, 'scripts');

/**
 * The statements of a file: one or more lines each, with an empty line behind. A line that begins
 * with `-- refused` says that the next one is refused here and not by PostgreSQL.
 */
function statementsOf(file: string): { readonly sql: string; readonly isRefused: boolean }[] {
  return readFileSync(join(folder, file), 'utf8')
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter((text) => text !== '' && !/^(?:--[^\n]*\n?)+$/.test(text))
    .map((sql) => ({ sql, isRefused: sql.startsWith('-- refused') }));
}

describe('SQL that writes', () => {
  let api: Api;
  let postgres: ScriptOracle;
  beforeAll(async () => {
    api = (await sharedService()).api();
    postgres = await ScriptOracle.start();
  });
  afterAll(() => postgres?.stop());

  async function ask(database: string, sql: string): Promise<ScriptAnswer> {
    const { status, body } = await api.query(database, sql);
    if (status !== 200) {
      const { sqlstate = null, message } = body.error;
      return { rows: null, count: null, sqlstate: sqlstate ?? `${status}`, message };
    }
    const isCount = body.command !== undefined && body.columns.join() === 'count';
    return {
      rows: isCount ? null : body.rows,
      count: body.rows_affected ?? body.rows.length,
      sqlstate: null,
      message: '',
    };
  }

  it.each(readdirSync(folder))('%s means what PostgreSQL means', async (file) => {
    await postgres.clear();
    const made = await api.post('/v1/databases', { name: file });
    const database: string = made.body.id;
    const faults: string[] = [];
    for (const { sql, isRefused } of statementsOf(file)) {
      const expected = await postgres.ask(sql);
      const actual = await ask(database, sql);
      const fault = isRefused ? refusalFault(actual) : difference(expected, actual);
      if (fault !== null) faults.push(`${sql}\n  ${fault}`);
    }
    expect(faults.join('\n\n')).toBe('');
  });
});

const refusalFault = ({ sqlstate }: ScriptAnswer) => (sqlstate === null ? 'is not refused' : null);

function difference(expected: ScriptAnswer, actual: ScriptAnswer): string | null {
  if (expected.sqlstate !== null || actual.sqlstate !== null) {
    return expected.sqlstate === actual.sqlstate
      ? null
      : `PostgreSQL ${expected.sqlstate} (${expected.message}), here ${actual.sqlstate} (${actual.message})`;
  }
  const [wanted, given] = [shown(expected), shown(actual)];
  return wanted === given ? null : `PostgreSQL ${wanted}\n  here       ${given}`;
}

/** DDL counts no rows; PostgreSQL says null of it. */
const shown = ({ rows, count }: ScriptAnswer) =>
  rows === null ? `count ${count ?? 0}` : JSON.stringify(rows);
