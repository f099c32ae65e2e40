import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DamagedSegment } from '../damaged-segment.ts';
import { DeletedRows } from '../deleted-rows.ts';
import type { IndexDefinition } from '../index-definition.ts';
import { FileSegment, MemorySegment, OpenSegment } from '../segment-file.ts';
import { VectorBuilder } from './vector-builder.ts';
import { vectorKind } from './vector-kind.ts';
import type { VectorMetric } from './vector-options.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-vectors-'));
afterAll(() => rmSync(folder, { recursive: true }));

let state = 42;
/** A random number from 0 up to 1, the same sequence each time. */
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}
const normal = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());

const dimensions = 48;
const scattered = (count: number) =>
  Array.from({ length: count }, () => Float32Array.from({ length: dimensions }, normal));
function inGroups(count: number): Float32Array[] {
  const centres = scattered(100);
  return Array.from({ length: count }, (_, row) =>
    Float32Array.from(centres[row % 100] ?? [], (value) => value + 0.4 * normal()),
  );
}

const definition = (metric: VectorMetric, more: object = {}): IndexDefinition => ({
  indexType: 'vector',
  columns: [{ id: 1, name: 'v', type: 'FLOAT[]' }],
  options: { metric, dimensions: null, nlist: null, probeFraction: null, embedding: null, ...more },
});

function distance(metric: VectorMetric, a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) =>
    x.reduce((sum, value, index) => sum + value * (y[index] ?? 0), 0);
  if (metric === 'dot') return -dot(a, b);
  if (metric === 'cosine') return 1 - dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
  return dot(a, a) + dot(b, b) - 2 * dot(a, b);
}

function build(of: IndexDefinition, vectors: readonly (Float32Array | null)[], name: string) {
  const path = join(folder, name);
  const out = new FileSegment(path);
  const builder = new VectorBuilder(of, out);
  for (const vector of vectors) builder.addEmbedded(vector);
  builder.end();
  return { path, ...out.close() };
}

describe('a segment of vectors', () => {
  test.each([
    ['l2', 'scattered', scattered],
    ['cosine', 'in groups', inGroups],
    ['dot', 'in groups', inGroups],
  ] as const)(
    'finds 98 in 100 of what is nearest by %s among vectors that are %s',
    (metric, shape, make) => {
      const count = 12_000;
      const all = make(count + 40);
      const [vectors, queries] = [all.slice(0, count), all.slice(count)];
      const file = build(definition(metric), vectors, `${metric}-${shape}.segment`);
      const segment = vectorKind.open(definition(metric), new OpenSegment(file.path, file));
      let found = 0;
      for (const query of queries) {
        const truth = vectors
          .map((vector, row) => [distance(metric, query, vector), row] as const)
          .sort((one, other) => one[0] - other[0]);
        const hits = vectorKind.search(
          definition(metric),
          { vector: [...query] },
          [{ segment, deleted: null }],
          10,
        );
        const nearest = new Set(truth.slice(0, 10).map(([, row]) => row));
        found += [...hits.rows].filter((row) => nearest.has(row)).length;
        const first = vectors[hits.rows[0] ?? 0] ?? new Float32Array();
        expect(-(hits.scores[0] ?? 0)).toBeCloseTo(distance(metric, query, first), 3);
      }
      expect(found / (queries.length * 10)).toBeGreaterThanOrEqual(0.98);
    },
  );

  test('leaves out rows that are gone and rows without a vector, and still finds as many as there are', () => {
    const vectors = inGroups(3_000).map((vector, row) => (row % 3 === 0 ? null : vector));
    const file = build(definition('l2', { nlist: 40 }), vectors, 'gone.segment');
    const segment = vectorKind.open(definition('l2'), new OpenSegment(file.path, file));
    const present = new Set([1, 5, 1_000, 2_999]);
    const gone = Uint32Array.from(vectors.keys()).filter((row) => !present.has(row));
    const deleted = new DeletedRows(gone, vectors.length);
    const query = { vector: [...(vectors[5] ?? [])] };
    const hits = vectorKind.search(definition('l2'), query, [{ segment, deleted }], 10);
    expect([...hits.rows].sort((one, other) => one - other)).toEqual(
      [1, 5, 1_000, 2_999].filter((row) => row % 3 !== 0),
    );
    expect(hits.rows[0]).toBe(5);
    const all = vectorKind.search(definition('l2'), query, [{ segment, deleted: null }], null);
    expect(all.rows).toHaveLength(2_000);
  });

  test('in memory, or of no rows at all, is searched likewise', () => {
    for (const vectors of [scattered(200), [], [null, null]]) {
      const memory = new MemorySegment();
      const builder = new VectorBuilder(definition('cosine'), memory);
      for (const vector of vectors) builder.addEmbedded(vector);
      builder.end();
      const segment = vectorKind.open(definition('cosine'), memory);
      const query = { vector: Array.from({ length: dimensions }, normal) };
      const limit = vectors.length === 200 ? 10 : 0;
      expect(
        vectorKind.search(definition('cosine'), query, [{ segment, deleted: null }], 10).rows,
      ).toHaveLength(limit);
    }
  });

  test('gives no distance below zero between vectors of one direction by cosine', () => {
    const vectors = scattered(400);
    const memory = new MemorySegment();
    const builder = new VectorBuilder(definition('cosine'), memory);
    for (const vector of vectors) builder.addEmbedded(vector);
    builder.end();
    const sources = [{ segment: vectorKind.open(definition('cosine'), memory), deleted: null }];
    const found = vectors.flatMap((vector) => {
      if (vector === null) return [];
      const query = { vector: Array.from(vector, (value) => value * 3) };
      const { scores } = vectorKind.search(definition('cosine'), query, sources, 1);
      return [-(scores[0] ?? Number.NaN)];
    });
    expect(found.length).toBeGreaterThan(200);
    expect(found.filter((distance) => !(distance >= 0 && distance < 1e-6))).toEqual([]);
  });

  test('refuses a query of other dimensions, and vectors that are none', () => {
    const file = build(definition('l2'), scattered(10), 'ten.segment');
    const segment = vectorKind.open(definition('l2'), new OpenSegment(file.path, file));
    const search = () =>
      vectorKind.search(definition('l2'), { vector: [1, 2] }, [{ segment, deleted: null }], 10);
    expect(search).toThrow(
      `the vector has 2 dimensions, and those of the index have ${dimensions}`,
    );
    const builder = new VectorBuilder(definition('cosine'), new MemorySegment());
    builder.addEmbedded(Float32Array.of(1, 2));
    expect(() => builder.addEmbedded(Float32Array.of(0, 0))).toThrow(/a vector of zeros.*in row 2/);
    expect(() => builder.addEmbedded(Float32Array.of(1))).toThrow(
      /a vector of 1 dimensions where others have 2/,
    );
  });

  test('that is damaged anywhere is noticed before it is searched', () => {
    const whole = build(definition('l2'), scattered(500), 'whole.segment');
    const bytes = readFileSync(whole.path);
    const path = join(folder, 'damaged.segment');
    const open = () => vectorKind.open(definition('l2'), new OpenSegment(path, whole));
    for (let cut = 0; cut < bytes.length; cut += Math.ceil(bytes.length / 9)) {
      copyFileSync(whole.path, path);
      truncateSync(path, cut);
      expect(open).toThrow(DamagedSegment);
      const flipped = Buffer.from(bytes);
      flipped[cut] = (flipped[cut] ?? 0) ^ 1;
      writeFileSync(path, flipped);
      expect(open).toThrow(DamagedSegment);
    }
    copyFileSync(whole.path, path);
    expect(open().sizeBytes).toBeGreaterThan(0);
  });
});
