import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { vectorOfRuns } from '../../../test/sources/deletion-vector-bytes.ts';
import { SourceError } from '../source-error.ts';
import { readDeletionVector } from './deletion-vector.ts';

const inflated = (text: string) => inflateSync(Buffer.from(text, 'base64'));

/**
 * The bytes written by pyroaring 1.2 for 0, 3, 65535, the numbers from 100000 to 149999, the even
 * ones from 196608 to 206607, and 2^32 + 5: containers of values, of runs and of bits.
 */
const everyContainer = inflated(
  'eNrt2sENgkAQheG3u8Ezxga4kJjoAU9GqIACuJgYLjRBA9iGLREL2RJwgAM9yP8lL5OXmRJGyl7j99F5baoi6CB5ObW9V6yD3qfcFhfLzXJfzoKmyekztL2zFusGAP6WAAAAAAAAAAAAgN2YvwDKYp2z1JLoeT2ef597rDE=',
);
const one = Buffer.from(
  '00000022d1d339640100000000000000000000003a3000000100000000000000100000000100eebd85f4',
  'hex',
);

const odd = () => new SourceError('source_failed', 'a deletion vector that is none');

function read(blob: Buffer, count: number, rows: number): number[] {
  const positions: number[] = [];
  readDeletionVector(blob, { count, rows, odd }, (first, last) => {
    for (let position = first; position <= last; position += 1) positions.push(position);
  });
  return positions;
}

const range = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_unused, index) => from + index * step);

test('positions of every kind of container are read, those beyond 32 bits among them', () => {
  const positions = [0, 3, 65_535, ...range(100_000, 150_000), ...range(196_608, 206_608, 2)];
  expect(read(everyContainer, 55_004, 2 ** 40)).toEqual([...positions, 2 ** 32 + 5]);
  expect(read(one, 1, 3)).toEqual([1]);
});

test('what is not whole, or of other numbers than the table says, is no vector', () => {
  const damaged = [...one.keys()].map((at) => {
    const copy = Buffer.from(one);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  });
  const cut = [...one.keys()].map((length) => one.subarray(0, length));
  for (const blob of [...damaged, ...cut, Buffer.concat([one, one])])
    expect(() => read(blob, 1, 3)).toThrow('a deletion vector that is none');
  for (const [count, rows] of [
    [0, 3],
    [2, 3],
    [1, 1],
  ] as const)
    expect(() => read(one, count, rows)).toThrow('a deletion vector that is none');
});

test('a milliard positions in a few bytes are one range', () => {
  const blob = vectorOfRuns(16_384);
  const count = 2 ** 30;
  expect(blob.length).toBeLessThan(count / 4_000);
  const ranges: number[][] = [];
  readDeletionVector(blob, { count, rows: count, odd }, (...range) => ranges.push(range));
  expect(ranges).toEqual([[0, count - 1]]);
});
