import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IngestFixture } from './ingest-fixture.ts';
import { printCsv } from './reference-csv.ts';

let fixture: IngestFixture;
beforeAll(async () => {
  fixture = await IngestFixture.open();
});
afterAll(() => fixture.close());

const names = [
  "it's",
  'say "hi"',
  'a.b',
  ' blanks ',
  'select',
  'filename',
  'file_row_number',
  'file_index',
  'rowid',
  '日本',
  '{x}',
  'a,b',
  'element',
  '$1',
  '0',
  'schema',
  'json',
];

describe('any column names', () => {
  it.each(['csv', 'json', 'parquet'] as const)(
    'survive from %s, with their statistics',
    async (format) => {
      const loaded =
        format === 'csv'
          ? await fixture.load(printCsv([names, names.map((_, index) => `${index}`)], '\n', true), {
              format,
            })
          : format === 'json'
            ? await fixture.load(
                `${JSON.stringify(Object.fromEntries(names.map((name, index) => [name, index])))}\n`,
                {
                  format,
                },
              )
            : await fixture.loadPath(await parquetFile(), { format });
      const byName = new Map(loaded.columns.map(({ name, id }) => [name, id]));
      expect([...byName.keys()].sort()).toEqual([...names].sort());
      names.forEach((name, index) => {
        expect(String(loaded.rows[0]?.[name]), name).toBe(String(index));
        const id = byName.get(name) ?? 0;
        expect(loaded.files[0]?.columns[id], name).toMatchObject({
          min: String(index),
          max: String(index),
          nullCount: 0,
        });
      });
    },
  );
});

describe('the one name that the engine keeps for itself', () => {
  it('is refused', async () => {
    await expect(fixture.inspect('__duckdb_field_id,b\n1,2\n')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: "The column name '__duckdb_field_id' is reserved; rename the column",
    });
  });
});

async function parquetFile(): Promise<string> {
  const path = fixture.file('');
  const columns = names.map((name, index) => `${index}::BIGINT AS "${name.replaceAll('"', '""')}"`);
  await fixture.connection.run(`COPY (SELECT ${columns.join(', ')}) TO '${path}' (FORMAT parquet)`);
  return path;
}
