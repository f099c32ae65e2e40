import { describe, expect, it } from 'vitest';
import { bind } from './bind.ts';
import type {
  BindOptions,
  TableReference,
  VisibleCatalogs,
  VisibleTable,
  WrittenName,
} from './types.ts';

const table = (name: string, loaded = true): VisibleTable => ({
  name,
  id: `id of ${name}`,
  loaded,
  columns: [{ name: 'a', type: 'INTEGER' }],
});

const sealed = { ...table('sealed', false), columns: [], reason: 'the table is encrypted' };

const scope: VisibleCatalogs = {
  defaultCatalogIndex: 0,
  catalogs: [
    {
      names: ['shop', 'default'],
      defaultSchema: 'main',
      schemas: [
        { name: 'main', tables: [table('orders'), table('People'), table('empty', false), sealed] },
        { name: 'archive', tables: [table('orders')] },
        { name: 'crm', tables: [] },
      ],
    },
    {
      names: ['crm'],
      defaultSchema: 'public',
      schemas: [{ name: 'public', tables: [table('leads')] }],
    },
    {
      names: ['erp'],
      defaultSchema: 'main',
      schemas: [{ name: 'main', tables: [table('leads')] }],
    },
  ],
};

function planOf(
  name: string,
  options: BindOptions = {},
  written: readonly WrittenName[] | null = null,
) {
  const parts = name.split('.');
  const reference: TableReference = {
    catalog: parts.at(-3) ?? null,
    schema: parts.at(-2) ?? null,
    table: parts.at(-1) ?? '',
  };
  const analysis = {
    tables: [reference],
    tableFunctions: [],
    functions: [],
    readsInformationSchema: false,
    isFromTree: true,
    classification: {
      numTables: 1,
      hasAggregation: false,
      hasGroupBy: false,
      hasJoin: false,
      hasLimit: false,
      hasOrderBy: false,
      hasPredicate: false,
      hasProjection: true,
      limitsToOne: false,
    },
  };
  const translation = {
    statementKind: 'select',
    sql: 'SELECT 1',
    tableNames: written,
    usesMacros: false,
  } as const;
  return bind({ translation, analysis }, scope, options);
}

const boundTo = (name: string, options?: BindOptions) => {
  const [bound] = planOf(name, options).tables;
  return bound === undefined ? '' : `${bound.catalog}.${bound.schema}.${bound.table}`;
};

describe('binding', () => {
  it('finds a table by one, two or three parts, by every name that its catalog answers to', () => {
    expect(boundTo('orders')).toBe('shop.main.orders');
    expect(boundTo('archive.orders')).toBe('shop.archive.orders');
    expect(boundTo('shop.main.orders')).toBe('shop.main.orders');
    expect(boundTo('default.main.orders')).toBe('default.main.orders');
    expect(boundTo('erp.main.leads')).toBe('erp.main.leads');
  });

  it('takes the request’s default catalog and schema', () => {
    expect(boundTo('leads', { defaultCatalog: 'crm' })).toBe('crm.public.leads');
    expect(boundTo('orders', { defaultSchema: 'archive' })).toBe('shop.archive.orders');
    expect(planOf('shop.main.orders', { defaultCatalog: 'erp' })).toMatchObject({
      defaultCatalog: 'erp',
      defaultSchema: 'main',
    });
    expect(() => planOf('orders', { defaultSchema: 'nosuch' })).toThrow(
      "table 'shop.nosuch.orders' not found",
    );
    expect(() => planOf('orders', { defaultCatalog: 'nosuch' })).toThrow(
      "default_catalog 'nosuch' is no visible catalog",
    );
  });

  it('matches without case unless the name is quoted', () => {
    expect(boundTo('ORDERS')).toBe('shop.main.orders');
    expect(boundTo('people')).toBe('shop.main.People');
    const quoted = (name: string): WrittenName[] => [{ parts: [{ name, quoted: true }] }];
    expect(planOf('People', {}, quoted('People')).tables).toHaveLength(1);
    expect(() => planOf('people', {}, quoted('people'))).toThrow(
      "table 'shop.main.people' not found; did you mean 'shop.main.People'?",
    );
  });

  it('says what is missing, in the contract’s words', () => {
    expect(() => planOf('ordrs')).toThrow(
      "table 'shop.main.ordrs' not found; did you mean 'shop.main.orders'?",
    );
    expect(() => planOf('x.y.z')).toThrow("table 'x.y.z' not found");
    expect(() => planOf('empty')).toThrow(
      "table 'shop.main.empty' not found: declared but has no data; load it first",
    );
    expect(() => planOf('sealed')).toThrow(
      "table 'shop.main.sealed' not found: the table is encrypted",
    );
    expect(() => planOf('erp.leads')).toThrow(
      "to read the catalog 'erp' write 'erp.<schema>.leads'",
    );
    expect(() => planOf('crm.leads')).toThrow("'crm' is both a schema of 'shop' and a catalog");
  });

  it('reads results of the system catalog as a reference of their own kind', () => {
    expect(planOf('quern.results.rslt1').tables).toEqual([
      { kind: 'result', catalog: 'quern', schema: 'results', table: 'rslt1', resultId: 'rslt1' },
    ]);
    expect(planOf('rslt1', { defaultCatalog: 'quern' }).tables).toMatchObject([
      { kind: 'result', resultId: 'rslt1' },
    ]);
    expect(() => planOf('quern.main.x')).toThrow("results are read as 'quern.results.<result_id>'");
  });

  it('lists every declared table for a reader of information_schema, loaded or not', () => {
    const classification = planOf('orders').classification;
    const analysis = {
      tables: [],
      tableFunctions: [],
      functions: [],
      readsInformationSchema: true,
      isFromTree: true,
      classification,
    };
    const translation = {
      statementKind: 'show_tables',
      sql: '',
      tableNames: null,
      usesMacros: false,
    } as const;
    const plan = bind({ translation, analysis }, scope);
    expect(
      plan.declared?.flatMap(({ name: catalog, schemas }) =>
        schemas.flatMap((schema) =>
          schema.tables.map(({ name }) => `${catalog}.${schema.name}.${name}`),
        ),
      ),
    ).toEqual([
      'shop.main.orders',
      'shop.main.People',
      'shop.main.empty',
      'shop.main.sealed',
      'shop.archive.orders',
      'crm.public.leads',
      'erp.main.leads',
    ]);
    expect(plan.declared?.[0]?.schemas.map(({ name }) => name)).toContain('crm');
    expect(planOf('orders').declared).toBeNull();
  });
});
