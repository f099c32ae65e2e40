/** Wrong texts for a field of each kind, with the refusals. */
export interface WrongText {
  readonly text: string;
  readonly says: RegExp;
  readonly status?: 404;
}

const each = (texts: readonly string[], says: RegExp): WrongText[] =>
  texts.map((text) => ({ text, says }));

/** No names of schemas, tables, catalogs or contexts. */
export const unlikeNames = [
  '',
  ' ',
  '1a',
  'a-b',
  'a b',
  ' a',
  'a.b',
  'a"b',
  "a'b",
  'a;--',
  'käse',
  '\u212aelvin',
  '日本',
  '😀',
  '.',
  '..',
  '../a',
  '..\\a',
  'a/b',
  '%61',
  'hotsql:',
  'quern-worker',
  'a\n',
  'a\u007f',
];

export const identifier = (what: 'schema' | 'table') => [
  ...each(
    [...unlikeNames, 'n'.repeat(129), 'n'.repeat(100_000)],
    new RegExp(`is not a valid ${what} name`),
  ),
  ...(what === 'schema'
    ? each(['information_schema', 'PG_CATALOG'], /is reserved and cannot be a schema name/)
    : []),
];

export const defaultName = (field: 'default_catalog' | 'default_schema') => [
  ...each(
    [...unlikeNames, 'Upper', 'n'.repeat(129)],
    new RegExp(`^'${field}' .* is not a valid identifier`),
  ),
  ...each(
    field === 'default_catalog'
      ? ['quern', 'information_schema', 'main']
      : ['information_schema', 'pg_catalog'],
    new RegExp(`is reserved and cannot be the ${field}$`),
  ),
];

export const alias = [
  ...each([...unlikeNames, 'n'.repeat(64)], /^'alias' .* is not a valid catalog name/),
  ...each(
    [
      'quern',
      'QUERN',
      'information_schema',
      'Default',
      'pg_catalog',
      'system',
      'TEMP',
      'main',
      'memory',
    ],
    /is reserved and cannot be the name of an attached catalog/,
  ),
];

export const contextName = [
  ...each([...unlikeNames, 'n'.repeat(129)], /is not a valid context name/),
  ...each(['select', 'WHERE', 'any'], /is a reserved word of SQL/),
];

export const column = (field: string) =>
  each(['', 'c'.repeat(257)], new RegExp(`^'${field}' of table`));

export const label = (field: string) =>
  each(['n'.repeat(1025)], new RegExp(`^'${field}' is longer than 1024`));

const noInstants = [
  'soon',
  '2040-01-01',
  '2040-01-01T00:00:00',
  '2040-02-30T00:00:00Z',
  '2040-01-01T24:61:00Z',
  '１',
];

export const expiry = [
  ...each(
    [...noInstants, '5w', '-5m', '1.5h', '1e3d', '999999999d', 'h', '2040-01-01T00:00:00Z..'],
    /^'expires_at' must/,
  ),
  ...each(
    ['0h', '2001-01-01T00:00:00Z', '1969-12-31T23:59:59+14:00'],
    /^'expires_at' lies in the past/,
  ),
];

export const instant = (field: string) =>
  each(['', '1h', ...noInstants], new RegExp(`^'${field}' must be an RFC 3339`));

export const unknownId = (what: string): WrongText[] =>
  ['', 'nope', '..', '../../etc/passwd', "'--", '%00', 'käse', '😀', 'x'.repeat(5_000)].map(
    (text) => ({
      text,
      says: new RegExp(`^${what} '.*' not found`, 's'),
      status: 404,
    }),
  );

export const cursor = each(
  ['nonsense', 'W10', '', 'WzEsMl0', '[1,"x"]', 'x'.repeat(2_000)],
  /^'cursor' is not a cursor of this listing/,
);

export const texts = each;
