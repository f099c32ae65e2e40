import { describe, expect, test } from 'vitest';
import type { LakeFile, Manifest } from './model.ts';
import { planCompaction } from './plan-compaction.ts';

const MiB = 2 ** 20;
const limits = { targetFileBytes: 192 * MiB, stepBytes: 256 * MiB, stepFiles: 100 };
const columns = [{ id: 1, name: 'p', type: 'INTEGER', nullable: true as const }];

interface Shape {
  readonly mib?: number;
  /** Deleted rows, out of 1,000. */
  readonly gone?: number;
  readonly partition?: string;
}

/** One manifest of files named by their positions. */
function manifestOf(files: readonly Shape[], first = 0): Manifest {
  return {
    columns,
    files: files.map(({ mib = 0.01, gone = 0, partition }, place): LakeFile => {
      const file = {
        key: String(first + place),
        rowCount: 1000,
        sizeBytes: mib * MiB,
        footerBytes: 1,
        columns: {},
      };
      const deletes = gone === 0 ? {} : { deletes: { key: 'd', part: place, rowCount: gone } };
      return {
        ...file,
        ...deletes,
        ...(partition === undefined ? {} : { partition: [partition] }),
      };
    }),
  };
}

const partitionBy = [{ column: 'p', transform: 'identity' as const }];

/** The planned runs, as lists of file positions. */
function plan(files: readonly Shape[], isQuiet = false): number[][] {
  const manifests = [manifestOf(files.slice(0, 3)), manifestOf(files.slice(3), 3)];
  const isPartitioned = files.some(({ partition }) => partition !== undefined);
  const shape = { manifests, columns, partitionBy: isPartitioned ? partitionBy : [], isQuiet };
  return planCompaction(shape, limits).map((run) => run.files.map(({ file }) => Number(file.key)));
}

const times = (count: number, shape: Shape = {}) => Array.from({ length: count }, () => shape);
const places = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => from + index);

describe('the compaction policy', () => {
  test('joins no files of a busy table across rows that are in the metadata', () => {
    const file = (key: string): LakeFile => ({ ...manifestOf([{}]).files[0], key }) as LakeFile;
    const keys = [...places(0, 5).map(String), 'lakes/x/1.small', ...places(5, 10).map(String)];
    const manifests = [{ columns, files: keys.map(file) }];
    const shape = { manifests, columns, partitionBy: [], isQuiet: false };
    expect(planCompaction(shape, limits)).toEqual([]);
  });

  test('puts eight small neighbours together, and fewer only in a quiet table', () => {
    expect(plan(times(8))).toEqual([places(0, 8)]);
    expect(plan(times(7))).toEqual([]);
    expect(plan(times(7), true)).toEqual([places(0, 7)]);
    expect(plan(times(3), true)).toEqual([]);
    expect(plan([])).toEqual([]);
  });

  test('does not rewrite a large file for the sake of a few small ones', () => {
    expect(plan([{ mib: 80 }, ...times(7)])).toEqual([]);
    expect(plan([{ mib: 80 }, ...times(8)])).toEqual([places(1, 9)]);
    expect(plan([{ mib: 80 }, ...times(7)], true)).toEqual([places(1, 8)]);
    expect(plan([{ mib: 10 }, ...times(3)], true)).toEqual([places(0, 4)]);
  });

  test('leaves large files where they are, and joins nothing across them', () => {
    expect(plan(times(20, { mib: 150 }), true)).toEqual([]);
    expect(plan([...times(5), { mib: 150 }, ...times(5)])).toEqual([]);
    expect(plan([...times(5), { mib: 150 }, ...times(5)], true)).toEqual([
      places(0, 5),
      places(6, 11),
    ]);
  });

  test('joins files up to the size of one, and a step has as much as it may', () => {
    expect(plan(times(12, { mib: 20 }))).toEqual([places(3, 12)]);
    expect(plan(times(150))).toEqual([places(50, 150)]);
  });

  test('rewrites a file that lost many rows, whatever its size, and in a quiet table one that lost some', () => {
    expect(plan([{ mib: 150, gone: 200 }])).toEqual([[0]]);
    expect(plan([{ mib: 500, gone: 200 }])).toEqual([[0]]);
    expect(plan([{ mib: 150, gone: 199 }])).toEqual([]);
    expect(plan([{ mib: 150, gone: 10 }], true)).toEqual([[0]]);
    expect(plan([{ mib: 150, gone: 9 }], true)).toEqual([]);
    expect(plan([{ mib: 1, gone: 1 }], true)).toEqual([[0]]);
    expect(plan([{ mib: 150, gone: 500 }, { mib: 150 }, { mib: 20, gone: 900 }])).toEqual([
      [0],
      [2],
    ]);
  });

  test('goes by partition, and leaves partitions alone whose values are of an older type', () => {
    const files = [...times(8, { partition: '1' }), ...times(8, { partition: '2' })];
    const mixed = places(0, 8).flatMap((index) => [files[index] ?? {}, files[index + 8] ?? {}]);
    expect(plan(mixed)).toEqual([
      places(0, 8).map((index) => index * 2),
      places(0, 8).map((index) => index * 2 + 1),
    ]);
    const manifests = [
      {
        ...manifestOf(files),
        columns: [{ id: 1, name: 'p', type: 'SMALLINT', nullable: true as const }],
      },
    ];
    expect(planCompaction({ manifests, columns, partitionBy, isQuiet: true }, limits)).toEqual([]);
  });

  test('comes to an end: what a step leaves is never as much work as it was', () => {
    let files: Shape[] = times(1000, { mib: 1 });
    let steps = 0;
    for (let runs = plan(files, true); runs.length > 0; runs = plan(files, true)) {
      steps += 1;
      const first = new Map(
        runs.map((run) => [run[0], run.reduce((sum, place) => sum + (files[place]?.mib ?? 0), 0)]),
      );
      const gone = new Set(runs.flatMap((run) => run.slice(1)));
      files = files.flatMap((file, place) =>
        gone.has(place) ? [] : [{ mib: first.get(place) ?? file.mib ?? 0 }],
      );
    }
    expect(steps).toBeLessThan(40);
    expect(files.length).toBeLessThanOrEqual(12);
  });
});
