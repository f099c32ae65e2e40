import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { LruCache } from '../../kernel/lru-cache.ts';
import type {
  DeclaredCatalog,
  VisibleColumn,
  VisibleSchema,
  VisibleTable,
} from '../../plan/types.ts';
import type { Told } from '../protocol.ts';
import type { ExecuteQueryRequest, QueryCatalog, QueryTable } from './query-request.ts';

/** Facts that few tables have: columns that accept no nulls, and comments. */
interface Facts {
  readonly notNull?: readonly number[];
  readonly comments?: readonly (readonly [column: number, comment: string])[];
  readonly comment?: string;
}
type ShownTable = readonly [table: string, columns: readonly string[], facts?: Facts];
/**
 * Catalogs, their schemas, and the schemas' tables with the name and type of each column in turn.
 */
type Shown = readonly (readonly [
  catalog: string,
  schemas: readonly (readonly [schema: string, tables: readonly ShownTable[]])[],
])[];

/**
 * The content of information_schema besides the tables that a query reads, as one text for tasks.
 * 3,000 columns reach a worker in 0.2 ms as a text, and in 8 ms as objects. Schemas are listed even
 * without tables. A table that was never loaded is "not found", so a listing would mislead, and
 * DuckDB has no table without columns. The writer yields to other work: 50,000 tables of 20 columns
 * blocked the process for 1.7 s.
 */
export async function writeShown(
  catalogs: readonly DeclaredCatalog[],
  withComments: boolean,
): Promise<Told> {
  const written: { readonly name: string; readonly told: Told }[] = [];
  for (const { name, schemas } of catalogs)
    if (schemas.length > 0) written.push({ name, told: await writtenOnce(schemas, withComments) });
  const texts = written.map(({ name, told }) => `[${JSON.stringify(name)},${told.text}]`);
  return {
    digest: digestOf(JSON.stringify(written.map(({ name, told }) => [name, told.digest]))),
    text: `[${texts.join(',')}]`,
  };
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64');

/** Digests of the texts for lists of schemas, and the texts themselves, weighed in characters. */
const [plain, commented] = [
  new WeakMap<readonly VisibleSchema[], string>(),
  new WeakMap<readonly VisibleSchema[], string>(),
];
/** 1M columns are 18 MiB. Without the cache, each query about columns would write the text anew. */
const texts = new LruCache<string>(32 * 2 ** 20);
/** Texts in progress, without and with comments. */
const writing = [
  new WeakMap<readonly VisibleSchema[], Promise<Told>>(),
  new WeakMap<readonly VisibleSchema[], Promise<Told>>(),
] as const;

function writtenOnce(
  schemas: readonly VisibleSchema[],
  withComments: boolean,
): Told | Promise<Told> {
  const known = withComments ? commented : plain;
  const digest = known.get(schemas);
  const text = digest === undefined ? undefined : texts.get(digest);
  if (digest !== undefined && text !== undefined) return { digest, text };
  const underway = writing[withComments ? 1 : 0];
  const begun = underway.get(schemas);
  if (begun) return begun;
  const begins = writeSchemas(schemas, withComments)
    .then((told) => {
      known.set(schemas, told.digest);
      texts.set(told.digest, told.text, told.text.length);
      return told;
    })
    .finally(() => underway.delete(schemas));
  underway.set(schemas, begins);
  return begins;
}

/** The columns of some 5 ms of work. */
const columnsPerTurn = 4_096;

async function writeSchemas(
  schemas: readonly VisibleSchema[],
  withComments: boolean,
): Promise<Told> {
  let columns = 0;
  const parts: string[] = [];
  for (const schema of schemas) {
    const tables: string[] = [];
    for (const table of schema.tables) {
      if (table.columns.length === 0) continue;
      tables.push(JSON.stringify(written(table, withComments)));
      columns += table.columns.length;
      if (columns < columnsPerTurn) continue;
      columns = 0;
      await turn();
    }
    parts.push(`[${JSON.stringify(schema.name)},[${tables.join(',')}]]`);
  }
  const text = `[${parts.join(',')}]`;
  return { digest: digestOf(text), text };
}

function written({ name, columns, comment }: VisibleTable, withComments: boolean): ShownTable {
  const pairs = columns.flatMap((column) => [column.name, column.type]);
  const facts = factsOf(columns, comment, withComments);
  return facts ? [name, pairs, facts] : [name, pairs];
}

function factsOf(
  columns: readonly VisibleColumn[],
  comment: string | undefined,
  withComments: boolean,
): Facts | undefined {
  const notNull = columns.flatMap((column, index) => (column.notNull ? [index] : []));
  const comments = columns.flatMap(({ comment: text }, index) =>
    text === undefined || !withComments ? [] : [[index, text] as const],
  );
  const ofTable = withComments ? comment : undefined;
  if (notNull.length === 0 && comments.length === 0 && ofTable === undefined) return undefined;
  return {
    ...(notNull.length > 0 && { notNull }),
    ...(comments.length > 0 && { comments }),
    ...(ofTable !== undefined && { comment: ofTable }),
  };
}

interface Known {
  readonly digest: string;
  readonly catalogs: readonly QueryCatalog[];
}

/** The last catalogs shown to the worker. Clients usually ask about the catalog more than once. */
let known: Known = { digest: '', catalogs: [] };
const digests = new WeakMap<readonly QueryCatalog[], string>();

/** The request with the tables that are only shown. Tables that the query reads stay unchanged. */
export function withShownCatalogs(
  request: ExecuteQueryRequest,
  shown: Told | undefined,
): ExecuteQueryRequest {
  if (shown === undefined) return request;
  if (known.digest !== shown.digest) {
    known = { digest: shown.digest, catalogs: readShown(shown.text) };
    digests.set(known.catalogs, shown.digest);
  }
  const { catalogs } = request;
  return {
    ...request,
    catalogs: catalogs.length === 0 ? known.catalogs : merged(known.catalogs, catalogs),
  };
}

/** The digest that represents the shapes of shown catalogs; undefined for other catalogs. */
export const digestOfShown = (catalogs: readonly QueryCatalog[]): string | undefined =>
  digests.get(catalogs);

function readShown(text: string): QueryCatalog[] {
  return (JSON.parse(text) as Shown).map(([name, schemas]) => ({
    name,
    schemas: schemas.map(([schema, tables]) => ({ name: schema, tables: tables.map(shownTable) })),
  }));
}

function shownTable([name, columns, facts = {}]: ShownTable): QueryTable {
  const notNull = new Set(facts.notNull);
  const comments = new Map(facts.comments);
  const shown = Array.from({ length: columns.length / 2 }, (_unused, index) => {
    const [column = '', type = ''] = columns.slice(2 * index, 2 * index + 2);
    const comment = comments.get(index);
    return {
      name: column,
      type,
      stored: column,
      // The column is only shown.
      keepsLength: true as const,
      ...(notNull.has(index) && { notNull: true }),
      ...(comment !== undefined && { comment }),
    };
  });
  return {
    name,
    columns: shown,
    files: [],
    ...(facts.comment !== undefined && { comment: facts.comment }),
  };
}

/** Names on both sides are the declared names. */
function merged(shown: readonly QueryCatalog[], read: readonly QueryCatalog[]): QueryCatalog[] {
  return byName(shown, read, (catalog, other) => ({
    name: catalog.name,
    schemas: byName(catalog.schemas, other?.schemas ?? [], (schema, others) => ({
      name: schema.name,
      tables: byName(schema.tables, others?.tables ?? [], (table, readTable) => readTable ?? table),
    })),
  }));
}

/**
 * One entry for each name on either side. `join` combines the first entry with the other, if any.
 */
function byName<T extends { readonly name: string }>(
  some: readonly T[],
  others: readonly T[],
  join: (one: T, other: T | undefined) => T,
): T[] {
  const otherOf = new Map(others.map((other) => [other.name, other]));
  const names = new Set(some.map(({ name }) => name));
  return [
    ...some.map((one) => join(one, otherOf.get(one.name))),
    ...others.filter(({ name }) => !names.has(name)),
  ];
}
