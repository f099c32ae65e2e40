import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evolve } from '../../src/engine/ingest/type-evolution.ts';
import { inspectFile } from '../../src/engine/tasks/ingest-inspect-file.ts';
import { writeTableFiles } from '../../src/engine/tasks/ingest-write-table-files.ts';
import { IngestFixture, lakeRelation } from './ingest-fixture.ts';
import { parseCsv } from './reference-csv.ts';

const directory = fileURLToPath(
  new URL('../../../../node_modules/vega-datasets/data', import.meta.url),
);
const filesOf = (...endings: string[]) =>
  readdirSync(directory).filter((name) => endings.some((ending) => name.endsWith(ending)));

let fixture: IngestFixture;
beforeAll(async () => {
  fixture = await IngestFixture.open();
});
afterAll(() => fixture.close());

describe('the CSV files of vega-datasets', () => {
  it.each(filesOf('.csv', '.tsv'))(
    '%s loads with the values that a plain reader finds',
    async (name) => {
      const contentType = name.endsWith('.tsv') ? 'text/tab-separated-values' : 'text/csv';
      const { rows, columns } = await fixture.loadPath(join(directory, name), { contentType });
      const text = readFileSync(join(directory, name), 'utf8');
      const [header = [], ...expected] = parseCsv(text, name.endsWith('.tsv') ? '\t' : ',');
      expect(columns.map((column) => column.name)).toEqual(header);
      expect(rows).toHaveLength(expected.length);
      const types = columns.map(({ type }) => type);
      const found = rows.map((row) =>
        Object.values(row).map((value, index) => plain(value, types[index] ?? '')),
      );
      const wanted = expected.map((row) =>
        row.map((value, index) => plain(value, types[index] ?? '')),
      );
      expect(found).toEqual(wanted);
    },
  );
});

/** Numbers as numbers, booleans as text, instants in one spelling. */
function plain(value: unknown, type: string): unknown {
  if (value === null) return null;
  if (type === 'DOUBLE' || type === 'BIGINT') return Number(value);
  if (type === 'TIMESTAMP') return Date.parse(`${String(value).replace(' ', 'T')}Z`);
  if (type === 'TIMESTAMP WITH TIME ZONE') return Date.parse(String(value).replace('+00', 'Z'));
  return type === 'BOOLEAN' ? String(value).toLowerCase() : String(value);
}

describe('the JSON files of vega-datasets', () => {
  const isTable = (value: unknown) =>
    Array.isArray(value)
      ? value.length > 0 &&
        value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))
      : true;

  it.each(filesOf('.json'))('%s loads as JSON.parse reads it, or is no table', async (name) => {
    const parsed: unknown = JSON.parse(readFileSync(join(directory, name), 'utf8'));
    const loading = fixture.loadPath(join(directory, name), { contentType: 'application/json' });
    if (!isTable(parsed)) {
      await expect(loading).rejects.toMatchObject({ code: 'BAD_REQUEST' });
      return;
    }
    const wanted = (Array.isArray(parsed) ? parsed : [parsed]) as Record<string, unknown>[];
    const { rows, columns } = await loading;
    expect(rows).toHaveLength(wanted.length);
    // JavaScript puts keys like '1962' first, so only the set of names can be compared with it.
    const names = new Set(wanted.flatMap((row) => Object.keys(row)));
    expect(new Set(columns.map((column) => column.name))).toEqual(names);
    expect(columns).toHaveLength(names.size);
    for (const column of columns) {
      const isText =
        column.type === 'VARCHAR' &&
        wanted.some((row) => typeof (row[column.name] ?? '') !== 'string');
      const found = rows.map((row) =>
        comparable(
          isText && row[column.name] !== null
            ? JSON.parse(String(row[column.name]))
            : row[column.name],
        ),
      );
      expect(found, column.name).toEqual(wanted.map((row) => comparable(row[column.name])));
    }
  });
});

/** One form for both: absent keys and nulls are dropped, numbers and instants become text. */
function comparable(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value === 'object') {
    const present = Object.entries(value).filter(([, item]) => item !== null && item !== undefined);
    return Object.fromEntries(present.map(([key, item]) => [key, comparable(item)]).sort());
  }
  const text = String(value);
  if (/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/.test(text)) {
    const zoned = /Z|[+-]\d\d(:?\d\d)?$/.test(text.slice(11))
      ? text.replace(/\+00$/, 'Z')
      : `${text}Z`;
    return Date.parse(zoned.replace(' ', 'T'));
  }
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

describe('the 3M flights', () => {
  it('are the same rows in the same order from Parquet and from their CSV export', async () => {
    const source = join(directory, 'flights-3m.parquet');
    const exported = join(fixture.directory, 'flights.csv');
    await fixture.connection.run(`COPY (FROM read_parquet('${source}')) TO '${exported}' (HEADER)`);
    for (const path of [source, exported]) {
      const inspected = await inspectFile(fixture.context, { path });
      const evolved = evolve([], inspected.columns, 'replace', 1);
      if (evolved.kind === 'conflict') throw new Error('an empty table conflicts with nothing');
      expect(evolved.columns.map(({ type }) => type)).toEqual([
        'TIMESTAMP',
        'BIGINT',
        'BIGINT',
        'VARCHAR',
        'VARCHAR',
      ]);
      const request = {
        source: inspected.source,
        columns: inspected.columns,
        target: evolved.sources,
      };
      const { files, rowCount } = await writeTableFiles(fixture.context, request);
      expect(rowCount).toBe(3_000_000);
      const compared = await fixture.connection.runAndReadAll(
        `SELECT count(*), count(*) FILTER (a.delay IS DISTINCT FROM b.delay OR a.date IS DISTINCT FROM b.date OR ` +
          'a.distance IS DISTINCT FROM b.distance OR a.origin IS DISTINCT FROM b.origin OR a.destination IS DISTINCT FROM b.destination) ' +
          `FROM (FROM ${lakeRelation(files, evolved.columns)}) a POSITIONAL JOIN (FROM read_parquet('${source}')) b`,
      );
      expect(compared.getRowsJson()).toEqual([['3000000', '0']]);
    }
  });
});
