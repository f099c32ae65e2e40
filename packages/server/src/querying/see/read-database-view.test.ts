import { expect, test } from 'vitest';
import { noLayout } from '../../lake/model.ts';
import { KeptSource, printSourceTable } from '../../lake/source-tables.ts';
import { visibleSchemas } from './read-database-view.ts';

const column = { name: 'i', type: 'INTEGER', sourceType: 'int', nullable: false };
const tableOf = (name: string, columns: readonly object[], comment: string | null) => {
  const kept = printSourceTable({
    kind: 'table',
    columns: columns.map(() => ({ ...column, comment: 'a\0b', note: null })),
    primaryKey: [],
    comment,
    rowEstimate: null,
  });
  const source = new KeptSource(kept);
  return {
    ...{ id: name, schema: 's', name, layout: noLayout, version: null, loadedAt: null },
    ...{ source, refresh: null },
  };
};

test('a table that is discovered has its columns, and one without any says why', () => {
  const tables = [
    tableOf('known', [column], 'of all'),
    tableOf('refused', [], 'The table is encrypted'),
    tableOf('bare', [], null),
  ];
  const schemas = new Map([['s', new Map(tables.map((table) => [table.name, table]))]]);
  const [schema] = visibleSchemas({ lakeId: 'l', snapshot: 1, schemas });
  const [known, refused, bare] = schema?.tables ?? [];
  expect([known?.loaded, known?.comment, known?.columns]).toEqual([
    true,
    'of all',
    [{ name: 'i', type: 'INTEGER', notNull: true, comment: 'ab' }],
  ]);
  expect([refused?.loaded, refused?.reason]).toEqual([false, 'The table is encrypted']);
  expect([bare?.loaded, bare?.reason]).toEqual([
    false,
    "its source shows no columns of it: it has none, or none that the connection's user may read",
  ]);
});
