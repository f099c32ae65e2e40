import { expect, test } from 'vitest';
import { Kernels, paddedWidth } from './kernels.ts';

test('sums of products over bytes and over floats are those of plain arithmetic', () => {
  for (const width of [16, 48, 400]) {
    const count = 7;
    const kernels = new Kernels(count * width * 8 + 4096);
    const [rows, vector, out] = [
      kernels.take(count * width),
      kernels.take(width * 2),
      kernels.take(count * 4),
    ];
    const codes = kernels
      .bytes(rows, count * width)
      .map(() => Math.floor(Math.random() * 255) - 127);
    const query = kernels.shorts(vector, width).map(() => Math.floor(Math.random() * 4001) - 2000);
    kernels.bytes(rows, count * width).set(codes);
    kernels.shorts(vector, width).set(query);
    kernels.dots8(rows, count, width, vector, out);
    const plain = Array.from({ length: count }, (_, row) =>
      query.reduce((sum, value, index) => sum + value * (codes[row * width + index] ?? 0), 0),
    );
    expect([...kernels.integers(out, count)]).toEqual(plain);
    const [floatRows, floatVector] = [kernels.take(count * width * 4), kernels.take(width * 4)];
    const floats = kernels.floats(floatRows, count * width).map(() => Math.random() - 0.5);
    const other = kernels.floats(floatVector, width).map(() => Math.random() - 0.5);
    kernels.floats(floatRows, count * width).set(floats);
    kernels.floats(floatVector, width).set(other);
    kernels.dots32(floatRows, count, width, floatVector, out);
    kernels.floats(out, count).forEach((value, row) => {
      const sum = other.reduce(
        (total, number, index) => total + number * (floats[row * width + index] ?? 0),
        0,
      );
      expect(value).toBeCloseTo(sum, 4);
    });
    kernels.dots8(rows, 0, width, vector, out);
  }
  expect([1, 16, 17, 384].map(paddedWidth)).toEqual([16, 16, 32, 384]);
});
