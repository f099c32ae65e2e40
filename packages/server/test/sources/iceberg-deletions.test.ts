/** Assigns deletions to data files, by manifests that no available writer makes. */
import { describe, expect, test } from 'vitest';
import { readDataFiles } from '../../src/sources/iceberg/manifests.ts';
import { readTableMetadata } from '../../src/sources/iceberg/table-metadata.ts';
import { type AvroValue, absent, avroBytes, avroFile, present } from './avro-bytes.ts';
import { avroField, entrySchema, fileOf, listSchema, type MadeFile } from './iceberg-avro.ts';

interface Manifest {
  readonly spec?: number;
  readonly sequence: number;
  /** The types of the partition's fields when it was written. */
  readonly types?: readonly unknown[];
  readonly files: readonly (Partial<MadeFile> & { readonly path: string })[];
}

const specs = [
  { 'spec-id': 0, fields: [{ 'field-id': 1000, 'source-id': 1, transform: 'identity' }] },
  { 'spec-id': 1, fields: [{ 'field-id': 1000, 'source-id': 1, transform: 'void' }] },
];

const tableOf = (type: string) =>
  readTableMetadata({
    'format-version': 2,
    schemas: [
      {
        fields: [
          { id: 9, name: 's', type: { type: 'struct', fields: [{ id: 1, name: 'p', type }] } },
        ],
      },
    ],
    'partition-specs': specs,
    'current-snapshot-id': 1,
    snapshots: [{ 'snapshot-id': 1, 'manifest-list': 'list' }],
  });

/** The paths of every data file's deletions, of a table with a column of the type. */
async function deletionsOf(type: string, manifests: readonly Manifest[]) {
  const stored = new Map(
    manifests.map(({ types = [type], files }, index) => {
      const fields = types.map((one, place) => avroField(1000 + place, `p${place}`, one));
      const entries = files.map((file) => {
        const made = fileOf({ partition: [absent], rows: 1, size: 1, ...file });
        return [1, absent, made];
      });
      return [`m${index}`, avroFile(entrySchema(fields), entries)];
    }),
  );
  const list = manifests.map(({ spec = 0, sequence }, index) => {
    return [`m${index}`, spec, BigInt(sequence), absent];
  });
  stored.set('list', avroFile(listSchema, list));
  const table = tableOf(type);
  const read = async (path: string) => stored.get(path) ?? Buffer.alloc(0);
  const files = await readDataFiles(table, { read });
  return Object.fromEntries(
    files.map(({ path, positionDeletes, deletionVector, equalityDeletes }) => [
      path,
      [...positionDeletes, ...[deletionVector ?? []].flat(), ...equalityDeletes].map(
        (one) => one.path,
      ),
    ]),
  );
}

const optional = (type: unknown) => ['null', type];
const decimal = (size: number) => ({ type: 'fixed', name: 'd', size, logicalType: 'decimal' });
const fixed = (hex: string) => present({ fixed: Buffer.from(hex, 'hex') });
const numbered = (value: number, isDouble: boolean) => {
  const bytes = Buffer.alloc(isDouble ? 8 : 4);
  if (isDouble) bytes.writeDoubleLE(value);
  else bytes.writeFloatLE(value);
  return present({ fixed: bytes });
};

test.each<[string, string, unknown, AvroValue, unknown, AvroValue, AvroValue]>([
  ['a long that was an int', 'long', 'int', present(5), 'long', present(5n), present(6n)],
  [
    'a double that was a float',
    'double',
    'float',
    numbered(1.5, false),
    'double',
    numbered(1.5, true),
    numbered(2.5, true),
  ],
  [
    'a decimal of more digits than it had',
    'decimal(18, 2)',
    decimal(4),
    fixed('fffffff6'),
    decimal(8),
    fixed('fffffffffffffff6'),
    fixed('00000000fffffff6'),
  ],
])(
  'deletions of a partition by %s are of its older files too, and of no other partition',
  async (_what, type, oldType, oldValue, newType, sameValue, otherValue) => {
    const deleted = (path: string, value: AvroValue) => [
      { path: `${path}-position`, content: 'position' as const, partition: [value] },
      { path: `${path}-equality`, content: 'equality' as const, partition: [value] },
    ];
    const found = await deletionsOf(type, [
      { sequence: 1, types: [optional(oldType)], files: [{ path: 'old', partition: [oldValue] }] },
      {
        sequence: 2,
        types: [optional(newType)],
        files: [...deleted('same', sameValue), ...deleted('other', otherValue)],
      },
    ]);
    expect(found).toEqual({ old: ['same-position', 'same-equality'] });
  },
);

test('values of bytes that are no numbers are other partitions where a zero stands before', async () => {
  const types = [optional('bytes')];
  const data = { path: 'data', partition: [present(Buffer.from([1]))] };
  const zeros = { path: 'zeros', partition: [present(Buffer.from([0, 1]))] };
  const found = await deletionsOf('binary', [
    { sequence: 1, types, files: [data] },
    { sequence: 2, types, files: [{ ...zeros, content: 'position' }] },
  ]);
  expect(found).toEqual({ data: [] });
});

describe('deletions by values', () => {
  const types = [optional('int')];
  const data = { path: 'data', partition: [present(5)] };
  test('of a spec of which nothing but void is left are of the files of every partition', async () => {
    const files = [
      { path: 'by-value', content: 'equality' as const },
      { path: 'by-place', content: 'position' as const },
    ];
    const found = await deletionsOf('int', [
      { sequence: 1, types, files: [data] },
      { sequence: 2, spec: 1, types, files },
    ]);
    expect(found).toEqual({ data: ['by-value'] });
  });

  test('of a spec that the metadata does not have are refused', async () => {
    const files = [{ path: 'by-value', content: 'equality' as const }];
    const reading = deletionsOf('int', [
      { sequence: 1, types, files: [data] },
      { sequence: 2, spec: 7, types, files },
    ]);
    await expect(reading).rejects.toMatchObject({
      class: 'unsupported',
      message: expect.stringContaining('partition spec 7'),
    });
  });
});

test('deletions by position that say of which files they are are of no others', async () => {
  const position = { content: 'position' as const };
  const found = await deletionsOf('int', [
    {
      sequence: 3,
      types: [optional('int')],
      files: ['a/1', 'a/2', 'b/1'].map((path) => ({ path })),
    },
    {
      sequence: 3,
      types: [optional('int')],
      files: [
        { ...position, path: 'referenced', referenced: 'a/2' },
        { ...position, path: 'one', pathBounds: ['a/1', 'a/1'] },
        // Cut short, as bounds may be.
        { ...position, path: 'some', pathBounds: ['a', 'b'] },
        { ...position, path: 'any' },
      ],
    },
    {
      sequence: 2,
      types: [optional('int')],
      files: [{ ...position, path: 'older', referenced: 'b/1' }],
    },
  ]);
  expect(found).toEqual({
    'a/1': ['some', 'any', 'one'],
    'a/2': ['some', 'any', 'referenced'],
    'b/1': ['any'],
  });
});

test('a file is the same one in whichever way its path is written', async () => {
  const types = [optional('int')];
  const position = { content: 'position' as const };
  const bounds = (lower: string, upper: string) => ({
    ...position,
    pathBounds: [lower, upper] as const,
  });
  const data = ['s3://b/1', 's3a://b/2', 'file:///f/3'].map((path) => ({ path }));
  const found = await deletionsOf('int', [
    { sequence: 1, types, files: data },
    {
      sequence: 2,
      types,
      files: [
        { ...position, path: 'of 1', referenced: 's3a://b/1' },
        { ...position, path: 'of 2', referenced: 's3n://b/2' },
        { ...position, path: 'of 3', referenced: '/f/3' },
        { ...bounds('s3a://b/1', 's3a://b/1'), path: 'also of 1' },
        { ...bounds('s3a://b/1', 's3a://b/3'), path: 'of 1 and 2' },
        { ...bounds('s3://b/9', 's3a://b/1'), path: 'of any' },
      ],
    },
  ]);
  const sorted = Object.fromEntries(
    Object.entries(found).map(([path, deletes]) => [path, deletes.toSorted()]),
  );
  expect(sorted).toEqual({
    's3://b/1': ['also of 1', 'of 1', 'of 1 and 2', 'of any'],
    's3a://b/2': ['of 1 and 2', 'of 2', 'of any'],
    'file:///f/3': ['of 3', 'of any'],
  });
});

describe('a deletion vector', () => {
  const types = [optional('int')];
  const position = { content: 'position' as const };
  const vector = { ...position, format: 'PUFFIN', vector: [4, 40] as const, size: 44 };
  const data = { sequence: 2, types, files: ['a/1', 'a/2', 'a/3'].map((path) => ({ path })) };

  test('stands for all positions of its one data file, unless it is older', async () => {
    const files = [
      { ...vector, path: 'v1', referenced: 'a/1' },
      { ...position, path: 'any' },
      { ...position, path: 'of 1', referenced: 'a/1' },
    ];
    const older = [{ ...vector, path: 'v2', referenced: 'a/2' }];
    const found = await deletionsOf('int', [
      data,
      { sequence: 2, types, files },
      { sequence: 1, types, files: older },
    ]);
    expect(found).toEqual({ 'a/1': ['v1'], 'a/2': ['any'], 'a/3': ['any'] });
  });

  test.each([
    ['without its data file', [{ ...vector, path: 'v' }]],
    ['beyond its file', [{ ...vector, path: 'v', referenced: 'a/1', size: 43 }]],
    [
      'beside another one',
      ['v', 'w'].map((path) => ({ ...vector, path, referenced: 'a/1', vector: [4, 40] as const })),
    ],
  ])('%s is none of the specification', async (_what, files) => {
    const reading = deletionsOf('int', [data, { sequence: 2, types, files }]);
    await expect(reading).rejects.toThrow("none of the specification's");
  });
});

test('a manifest of more files than are read is refused by their number', async () => {
  const made = fileOf({ path: 'data', partition: [absent], rows: 1, size: 1 });
  const entry = { fixed: avroBytes([1, absent, made]) };
  // Above about 120,000 there are too many for the arguments of one call.
  const entries = Array.from({ length: 200_000 }, () => entry);
  const stored = new Map([
    ['list', avroFile(listSchema, [['m0', 0, 1n, absent]])],
    ['m0', avroFile(entrySchema([avroField(1000, 'p', optional('int'))]), entries)],
  ]);
  const reading = readDataFiles(tableOf('int'), {
    read: async (path) => stored.get(path) ?? Buffer.alloc(0),
  });
  await expect(reading).rejects.toMatchObject({ message: expect.stringContaining('50,000 files') });
});
