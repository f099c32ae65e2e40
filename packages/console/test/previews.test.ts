import { afterAll, beforeAll, expect, it } from 'vitest';
import { IngestFixture } from '../../server/test/ingest/ingest-fixture.ts';
import { previewFile } from '../src/data/file-preview.ts';

let fixture: IngestFixture;
beforeAll(async () => {
  fixture = await IngestFixture.open();
});
afterAll(() => fixture.close());

const kinds: Readonly<Record<string, RegExp>> = {
  integer: /^BIGINT$/,
  number: /^(?:DOUBLE|DECIMAL)/,
  boolean: /^BOOLEAN$/,
  date: /^DATE$/,
  timestamp: /^TIMESTAMP/,
  text: /^VARCHAR$/,
  object: /^STRUCT/,
  list: /\[\]$/,
};

it.each([
  ['a.csv', 'id,name\n1,Ada\n2,\n', {}],
  ['a.csv', 'id;name\n1;"x;y"\n2;z\n', {}],
  ['a.csv', 'id\tname\n1\tx\n', {}],
  ['a.tsv', 'id,name\n1,x\n', {}],
  ['a.tsv', 'id\tname, first\n1\tx\n', {}],
  ['a.csv', 'id;name, first\n1;a\n2;b\n', {}],
  ['a.csv', 'a;b,c;d\n1;2,3;4\n', {}],
  ['a.csv', 'note\nhello; world\nfoo|bar\n', {}],
  ['a.csv', '"a;b"\n1\n', {}],
  ['a.csv', 'sep=;\na;b\n1;2\n', {}],
  ['a.csv', 'a;b\n', {}],
  ['a.csv', 'x,"y\nz"\r\n1,2\r\n', {}],
  ['a.csv', '[id],[name]\n1,2\n', {}],
  ['a.csv', 'Report\na;b\n1;2,5\n;NA\n', { skip: 1, decimal: ',', nullValues: ['NA'] }],
  ['a.csv', "a,b\n'x,y','it''s'\n", { quote: "'" }],
  ['a.csv', 'a,b,c\n007,true,2024-01-31\n1,false,2024-02-01\n', {}],
  ['a.csv', 'a\n2024-01-31 10:00:00\n', {}],
  ['a.json', '{"a":1,"b":{"c":1}}\n{"a":2.5,"b":null,"d":[1]}\n', {}],
  ['a.json', '[{"a":true},{"a":null,"b":"x"}]', {}],
  ['a', '{"a":1}\n', {}],
] as const)('the preview of %s, %j, is what a load makes of it', async (name, content, text) => {
  const { rows, columns, contentType, problem } = await previewFile(
    new File([content], name),
    text,
  );
  const loaded = await fixture.load(content, {
    contentType: contentType ?? null,
    textOptions: text,
  });
  expect(problem).toBeUndefined();
  expect(columns.map((column) => column.name)).toEqual(loaded.columns.map((column) => column.name));
  for (const [index, { type }] of columns.entries())
    expect(loaded.columns[index]?.type).toMatch(kinds[type] ?? /^$/);
  expect(rows.length).toBe(loaded.rowCount);
  const nulls = (values: readonly unknown[]) => values.map((value) => value === null);
  expect(rows.map(nulls)).toEqual(loaded.rows.map((row) => nulls(Object.values(row))));
});

it.each([
  ['a.csv', 'id;name|alias\n1;a|b\n'],
  ['a.csv', 'a,b\n1,2,3\n'],
  ['a.csv', 'id;name\n1;a;b\n'],
])('the preview of %s, %j, says that a load refuses it', async (name, content) => {
  expect((await previewFile(new File([content], name))).problem).toMatch(/separated|fields/);
  await expect(fixture.load(content)).rejects.toThrow(/separated|fields/);
});
