import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type BenchRow, notMeasured, ratioRow } from './report.ts';

const run = promisify(execFile);

/**
 * Seconds that usearch takes alone to build an index of the vectors `v` of a Parquet file, by the
 * Python that BENCH_PYTHON names (`pip install usearch pyarrow`). hnswlib takes twice as long.
 */
async function usearchSeconds(path: string, rowCount: number): Promise<number> {
  const text = `
import time, numpy, pyarrow.parquet as parquet
from usearch.index import Index
column = parquet.read_table('${path}', columns=['v'])['v'].combine_chunks()
rows = column.flatten().to_numpy().astype(numpy.float32).reshape(len(column), -1)[:${rowCount}]
index = Index(ndim=rows.shape[1], metric='l2sq', dtype='f32')
started = time.perf_counter()
index.add(numpy.arange(len(rows)), rows, threads=1)
print(time.perf_counter() - started)`;
  const { stdout } = await run(process.env.BENCH_PYTHON ?? 'python3', ['-c', text]);
  return Number(stdout);
}

/** Compares the duration of a build with usearch on one thread. */
export async function buildBesidePeer(
  what: string,
  buildMs: number,
  path: string,
  rowCount: number,
): Promise<BenchRow> {
  const named = `${what}, against usearch's with one thread`;
  const seconds = await usearchSeconds(path, rowCount).catch(() => null);
  if (seconds === null) return notMeasured(named);
  return ratioRow(named, buildMs, seconds * 1000, 1.5);
}
