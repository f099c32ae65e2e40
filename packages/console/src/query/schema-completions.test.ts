import { expect, test } from 'vitest';
import { columnsFor, schemaOf } from './schema-completions.ts';

const names = [
  {
    catalog: 'default',
    schema: 'main',
    table: 'Orders 2024',
    isBare: true,
    columns: ['order', 'city'],
  },
  { catalog: 'default', schema: 'main', table: 'people', isBare: true, columns: ['name'] },
  { catalog: 'else.where', schema: 'main', table: 'remote', isBare: false, columns: ['far'] },
].map((entry) => ({ ...entry, columns: entry.columns.map((name) => ({ name, type: 'text' })) }));

const applied = (statement: string) => columnsFor(names, statement).map(({ apply }) => apply);

test('columns are of the tables that a statement names, and in quotes where they need them', () => {
  expect(applied('SELECT ci FROM "Orders 2024"')).toEqual(['"order"', 'city']);
  expect(applied('SELECT ')).toEqual(['"order"', 'city', 'name', 'far']);
});

test('tables of other catalogs are below their catalog, whose name may have a dot', () => {
  const { schema, defaultSchema } = schemaOf(names);
  expect(defaultSchema).toBe('main');
  expect(Object.keys(schema)).toEqual([
    'main.Orders 2024',
    'main.people',
    String.raw`else\.where.main.remote`,
  ]);
  expect(schema).toMatchObject({ 'main.Orders 2024': { self: { apply: '"Orders 2024"' } } });
});
