import type { OperationId } from '@quern/contract';
import type { Json } from '../service.ts';
import { load, loadTexts, ofResult, ofUpload, wrongLoads } from './refused-loads.ts';
import type { Owned, WrongMeaning } from './wrong-meaning.ts';
import {
  alias,
  column,
  contextName,
  cursor,
  defaultName,
  expiry,
  identifier,
  instant,
  label,
  texts,
  unknownId,
  type WrongText,
} from './wrong-texts.ts';

export interface Refusals {
  readonly operation: OperationId;
  /** Accepted bodies (for GET: queries), which together hold every field. */
  readonly right: (own: Owned) => readonly Json[];
  /** Expectations for each field of free text. */
  readonly texts: Readonly<Record<string, readonly WrongText[]>>;
  readonly meanings?: readonly WrongMeaning[];
}

/** Any text is accepted: the text alone tells nothing, or another field decides. */
const any: readonly WrongText[] = [];
const conflict = [409, 'CONFLICT'] as const;
const notFound = [404, 'NOT_FOUND'] as const;

const layout = {
  key: ['id'],
  constant_per_key: ['day'],
  partition_by: [{ column: 'day', transform: 'month' }],
  sorted_by: [{ column: 'id', direction: 'desc', nulls: 'last' }],
};
const layoutTexts = (at: string) => ({
  [`${at}name`]: identifier('table'),
  [`${at}key[]`]: column('key'),
  [`${at}constant_per_key[]`]: column('constant_per_key'),
  [`${at}partition_by[].column`]: column('partition_by'),
  [`${at}sorted_by[].column`]: column('sorted_by'),
});
const manyKeys = Array.from({ length: 17 }, (_, index) => ({ column: `c${index}` }));
const wrongLayouts: readonly (readonly [string, Json, RegExp])[] = [
  ['a key column twice', { key: ['id', 'id'] }, /key column 'id' is given twice/],
  [
    'a constant column twice',
    { constant_per_key: ['a', 'a'] },
    /constant_per_key column 'a' is given twice/,
  ],
  [
    'a partition twice',
    { partition_by: Array(2).fill({ column: 'd', transform: 'day' }) },
    /'partition_by' of table '\w+': 'day of d' is given twice/,
  ],
  [
    'an order twice',
    { sorted_by: Array(2).fill({ column: 'd' }) },
    /'sorted_by' of table '\w+': 'd' is given twice/,
  ],
  [
    '17 orders',
    { sorted_by: manyKeys },
    /'sorted_by' of table '\w+' has 17 entries; 16 are the most/,
  ],
  [
    '17 partitions',
    { partition_by: manyKeys.map((one) => ({ ...one, transform: 'identity' })) },
    /'partition_by' of table '\w+' has 17 entries; 16 are the most/,
  ],
];

const template = {
  default_catalog: 'shop',
  default_schema: 'sales',
  schemas: [{ name: 'sales', tables: [{ name: 'orders', ...layout }] }],
  expires_at: '7d',
};
const templateTexts = {
  default_catalog: defaultName('default_catalog'),
  default_schema: defaultName('default_schema'),
  'schemas[].name': identifier('schema'),
  ...layoutTexts('schemas[].tables[].'),
  expires_at: expiry,
};
const wrongTemplates: readonly WrongMeaning[] = [
  [
    'a schema twice',
    () => ({ schemas: [{ name: 'a' }, { name: 'A' }] }),
    /^schema 'a' is given twice/,
  ],
  [
    'a table twice',
    () => ({ schemas: [{ name: 'a', tables: [{ name: 't' }, { name: 'T' }] }] }),
    /^table 't' is given twice/,
  ],
  ...wrongLayouts.map(([what, wrong, says]): WrongMeaning => {
    return [what, () => ({ schemas: [{ name: 'a', tables: [{ name: 't', ...wrong }] }] }), says];
  }),
];

/** Endpoints that change something, and lists with a query. */
const postgres = {
  source_type: 'postgres',
  config: { host: 'h.invalid', user: 'u', database: 'd' },
};
const ofConfig = (config: Json) => () => ({
  ...postgres,
  config: { ...postgres.config, ...config },
});
/** No message holds a value of a credential. */
const wrongPostgres: readonly WrongMeaning[] = [
  [
    'no host',
    () => ({ ...postgres, config: { user: 'u', database: 'd' } }),
    /^Invalid source configuration: .*'host'/,
  ],
  ['an empty user', ofConfig({ user: '' }), /^Invalid source configuration: 'user' must be a text/],
  [
    'a port beyond',
    ofConfig({ port: 65_536 }),
    /^Invalid source configuration: 'port' must be a whole number/,
  ],
  [
    'a property of none',
    ofConfig({ hosts: 'x' }),
    /^Invalid source configuration: .*no property 'hosts'/,
  ],
  [
    'an unknown TLS mode',
    ofConfig({ sslmode: 'maybe' }),
    /^Invalid source configuration: 'sslmode' must be one of/,
  ],
  [
    'a password that is no text',
    ofConfig({ password: { hush: 1 } }),
    /^Invalid source configuration: 'password' must/,
  ],
  [
    'a URL of another kind',
    ofConfig({ url: 'mysql://u:hush@h/d' }),
    /^Invalid source configuration: (?!.*hush)'url'/,
  ],
  ['an unknown secret', () => ({ ...postgres, secret_name: 'none' }), /^Secret 'none' not found$/],
  [
    'an unknown secret by id',
    () => ({ ...postgres, secret_id: 'secr0' }),
    /^Secret with ID 'secr0' not found$/,
  ],
  [
    'a password twice',
    () => ({ ...ofConfig({ password: 'hush' })(), secret_name: 'kept' }),
    /^(?!.*hush)'password' is given inline and by a stored secret/,
  ],
];

export const refusals: readonly Refusals[] = [
  {
    operation: 'databases.create',
    right: () => [{ name: 'new', ...template, if_not_exists: true }, { description: 'older' }],
    texts: { name: label('name'), description: label('description'), ...templateTexts },
    meanings: [
      ...wrongTemplates,
      ['if_not_exists alone', () => ({ name: undefined }), /^'if_not_exists' needs a 'name'/],
      ['a blank name to be found', () => ({ name: ' \t' }), /^'if_not_exists' needs a 'name'/],
      [
        'a name of two',
        () => ({ name: 'Twin' }),
        /^More than one database is named 'Twin'/,
        conflict,
      ],
    ],
  },
  {
    operation: 'databases.fork',
    right: () => [
      { name: 'forked', description: 'trial', expires_at: '1h', snapshot_id: 1 },
      { name: 'again', at: '2023-11-14T22:13:21.5+00:00' },
    ],
    texts: {
      name: label('name'),
      description: label('description'),
      expires_at: expiry,
      at: instant('at'),
    },
    meanings: [
      [
        'both ways to the past',
        () => ({ at: '2020-01-01T00:00:00Z' }),
        /'snapshot_id' or 'at', not both/,
      ],
      [
        'snapshot 0',
        () => ({ snapshot_id: 0 }),
        /^Snapshot 0 of the database is not kept; the oldest is snapshot 1/,
      ],
      [
        'a snapshot below 0',
        () => ({ snapshot_id: -1 }),
        /^Snapshot -1 of the database is not kept/,
      ],
      [
        'a snapshot to come',
        () => ({ snapshot_id: 99 }),
        /^Snapshot 99 of the database does not exist yet/,
      ],
      ['a snapshot of no number', () => ({ snapshot_id: 1e300 }), /does not exist yet/],
      [
        'a time before all',
        () => before('1999-01-01T00:00:00Z'),
        /is not kept; the oldest is snapshot 1/,
      ],
      ['a time to come', () => before('2999-01-01T00:00:00Z'), /lies in the future/],
    ],
  },
  { operation: 'databases.reset', right: () => [{}], texts: {} },
  { operation: 'databases.restoreTable', right: () => [{ snapshot_id: 3 }], texts: {} },
  {
    operation: 'databases.attachCatalog',
    right: (own) => [{ connection_id: own.connection, alias: 'added' }],
    texts: { connection_id: unknownId('Connection'), alias },
    meanings: [
      ['a taken alias', () => ({ alias: 'EXT' }), /already has a catalog 'ext'/, conflict],
      [
        'what is attached',
        (own) => ({ connection_id: own.attached }),
        /is already attached/,
        conflict,
      ],
      [
        'its own catalog',
        (own) => ({ connection_id: own.database.default_connection_id }),
        /own default catalog|always attached/,
      ],
      [
        'the name of its own catalog',
        () => ({ alias: 'Home' }),
        /is the name of the database's own default catalog/,
      ],
      [
        'the id of a database',
        (own) => ({ connection_id: own.fork.id }),
        /^Connection '.*' not found/,
        notFound,
      ],
    ],
  },
  ...(['databases', 'connections'] as const).flatMap((owner): Refusals[] => [
    {
      operation: `${owner}.addSchema`,
      right: () => [{ name: `added_${owner}`, tables: [{ name: 'one', ...layout }] }],
      texts: { name: identifier('schema'), ...layoutTexts('tables[].') },
      meanings: [
        [
          'a schema that is there',
          () => ({ name: 'MAIN' }),
          /^Schema 'main' already exists/,
          conflict,
        ],
        [
          'a table twice',
          () => ({ tables: [{ name: 'a' }, { name: 'A' }] }),
          /^table 'a' is given twice/,
        ],
        ...wrongLayouts.map(([what, wrong, says]): WrongMeaning => {
          return [what, () => ({ tables: [{ name: 'fine' }, { name: 'a', ...wrong }] }), says];
        }),
      ],
    },
    {
      operation: `${owner}.addTable`,
      right: () => [{ name: `added_${owner}`, ...layout }],
      texts: layoutTexts(''),
      meanings: [
        [
          'a table that is there',
          () => ({ name: 'T' }),
          /^Table 'main.t' already exists/,
          conflict,
        ],
        ...wrongLayouts.map(([what, wrong, says]): WrongMeaning => [what, () => wrong, says]),
      ],
    },
    {
      operation: `${owner}.setConstantPerKey`,
      right: () => [{ constant_per_key: ['v'] }, { constant_per_key: [] }],
      texts: { 'constant_per_key[]': column('constant_per_key') },
      meanings: [
        [
          'a column twice',
          () => ({ constant_per_key: ['v', 'v'] }),
          /^constant_per_key column 'v' is given twice/,
        ],
        [
          'no column of the table',
          () => ({ constant_per_key: ['w'] }),
          /^Table 'main.t' has no column 'w'/,
        ],
      ],
    },
    {
      operation: `${owner}.loadTable`,
      right: (own) => [
        load,
        ofUpload(own),
        ofResult(own),
        { mode: 'replace', data: 'id,v\n5,5\n', async: true, async_after_ms: 60_000 },
      ],
      texts: loadTexts,
      meanings: wrongLoads,
    },
  ]),
  {
    operation: 'databaseBatches.create',
    right: () => [{ count: 1, name_template: 'n{index}', idempotency_key: 'k', ...template }],
    texts: {
      ...templateTexts,
      name_template: [
        ...texts(['', 'user', '{Index}', '{ index }'], /^'name_template' must contain '\{index\}'/),
        ...texts(
          [`{index}${'n'.repeat(1020)}`, '{index}'.repeat(1020)],
          /labels longer than 1024 characters/,
        ),
      ],
      idempotency_key: texts(['', 'k'.repeat(257)], /^'idempotency_key' takes 1 to 256 characters/),
    },
    meanings: [
      ...wrongTemplates,
      ['a fraction', () => ({ count: 1.5 }), /'count'/],
      [
        'more tables in all than it may declare',
        () => ({ count: 10_000, schemas: [{ name: 'a', tables: tables(101) }] }),
        /^10000 databases of 104 schemas and tables each are more than 1000000/,
      ],
      [
        'more bytes in all than it may declare',
        () => ({
          count: 10_000,
          schemas: [{ name: 'a', tables: [{ name: 't', key: longNames(300) }] }],
        }),
        /^10000 databases with \d+ bytes of declarations each/,
      ],
    ],
  },
  {
    operation: 'databaseContexts.upsert',
    right: () => [{ name: 'added', content: 'text' }],
    texts: {
      name: contextName,
      content: texts(['🦆'.repeat(512_001)], /^'content' has 512001 characters/),
    },
  },
  {
    operation: 'connections.create',
    right: () => [{ name: 'added', source_type: 'managed', config: {}, skip_discovery: true }],
    texts: {
      name: [
        ...texts(['', ' \t'], /^Connection name cannot be empty$/),
        ...texts(['n'.repeat(129)], /128 characters at most/),
        ...texts(['a\nb', 'a\u007fb'], /cannot hold control characters/),
        ...texts(['__DB_x', ' __db_'], /^Names that begin with '__db_'/),
      ],
      source_type: texts(
        ['', 'oracle', 'Managed', 'POSTGRES', '../managed', 'x'.repeat(5_000)],
        /^Source type '.*' is not offered/,
      ),
      secret_name: any,
      secret_id: any,
    },
    meanings: [
      ['a taken name', () => ({ name: ' lake ' }), /^Connection 'lake' already exists$/, conflict],
      ['a secret by name', () => ({ secret_name: 's' }), /takes no secret/],
      ['a secret by id', () => ({ secret_id: '' }), /takes no secret/],
      [
        'two secrets',
        () => ({ secret_id: 'i', secret_name: 's' }),
        /^Cannot specify both secret_name and secret_id/,
      ],
      [
        'a password',
        () => ({ config: { password: 'hush' } }),
        /^Invalid source configuration: (?!.*hush).*'password'/,
      ],
      ...wrongPostgres,
    ],
  },
  {
    operation: 'secrets.create',
    right: () => [{ name: 'Added-1_', value: 'hush' }],
    texts: {
      name: texts(
        ['', ' a', 'a.b', 'k\u00e4se', 'a/b', 'a\n', 'n'.repeat(129)],
        /is not a valid secret name/,
      ),
      value: [
        ...texts([''], /^'value' is empty/),
        ...texts(['\u{1f986}'.repeat(65_537)], /^'value' is longer than/),
      ],
    },
    meanings: [
      ['a taken name', () => ({ name: 'KEPT' }), /^Secret 'kept' already exists$/, conflict],
    ],
  },
  {
    operation: 'secrets.update',
    right: () => [{ value: 'hush' }],
    texts: {
      value: [
        ...texts([''], /^'value' is empty/),
        ...texts(['v'.repeat(65_537)], /^'value' is longer than/),
      ],
    },
  },
  {
    operation: 'databases.list',
    right: () => [{ limit: '5', search: 'a', batch: 'b' }],
    texts: { cursor, search: any, batch: any },
  },
  {
    operation: 'databases.count',
    right: () => [{ search: 'a', batch: 'b' }],
    texts: { search: any, batch: any },
  },
  {
    operation: 'databases.getByName',
    right: () => [{ name: 'home' }],
    texts: { name: [...texts(['', '  '], /name/)] },
    meanings: [
      [
        'a name of two',
        () => ({ name: 'tWIN' }),
        /^More than one database is named 'tWIN'/,
        conflict,
      ],
      ['a name of none', () => ({ name: '../home' }), /^No database is named/, notFound],
      [
        'a name of none that is long',
        () => ({ name: 'x'.repeat(5_000) }),
        /^No database is named/,
        notFound,
      ],
    ],
  },
  { operation: 'databases.getLineage', right: () => [{ forks_limit: '5' }], texts: {} },
  { operation: 'databases.listSnapshots', right: () => [{ limit: '5' }], texts: { cursor } },
  {
    operation: 'jobs.list',
    right: () => [{ job_type: 'noop', status: 'running', limit: '5', offset: '1' }],
    texts: {
      status: texts(
        ['done', 'running,', ',', 'RUNNING', 'x'.repeat(5_000)],
        /^'status' '.*' is unknown/,
      ),
    },
    meanings: [
      ['a limit below 0', () => ({ limit: '-1' }), /'limit' must be >= 0/],
      ['an offset below 0', () => ({ offset: '-1' }), /'offset' must be >= 0/],
      ['two types', () => ({ job_type: 'noop,managed_load' }), /'job_type' must be one of noop, /],
      [
        'a type that is not listed',
        () => ({ job_type: 'load_sample' }),
        /'job_type' must be one of noop, /,
      ],
    ],
  },
  ...(['usage.get', 'usage.getDays'] as const).map(
    (operation): Refusals => ({
      operation,
      right: () => [{ since: new Date().toISOString().slice(0, 10) }],
      texts: {
        since: [
          ...texts(
            ['', '2020-13-01', '1700000000', 'today', '2020-01-01T25:00:00', '2020-01-01T'],
            /^'since' must be/,
          ),
        ],
      },
    }),
  ),
];

function before(at: string): Json {
  return { snapshot_id: undefined, at };
}
function tables(count: number): Json[] {
  return Array.from({ length: count }, (_, index) => ({ name: `t${index}` }));
}
function longNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${index}${'c'.repeat(200)}`);
}
