import { join } from 'node:path';
import { FileSegment, OpenSegment } from '../../packages/server/dist/search/segment-file.js';
import { vectorKind } from '../../packages/server/dist/search/vector/vector-kind.js';
import type { BareDuckdb } from './bare-duckdb.ts';
import { median, timed } from './measure.ts';
import { type BenchRow, ms } from './report.ts';
import { buildBesidePeer } from './vector-builds.ts';

const rowCount = 200_000;
const dimensions = 384;
const queryCount = 50;
const leastFaster = 40;
const leastRecall = 0.98;

const normal = 'sqrt(-2 * ln(random() + 1e-300)) * cos(6.283185307179586 * random())';
/**
 * A thousand groups, similar to embeddings; and numbers without structure, for which no index is
 * efficient.
 */
const groupedShape = 'in 1,000 groups';
const shapes = {
  [groupedShape]: `SELECT i, list_transform(list_zip(c.v, range(${dimensions})), lambda x: x[1] + 0.5 * ${normal})::FLOAT[] AS v
    FROM range(${rowCount + queryCount}) t(i) JOIN centres c ON c.k = (i * 7919) % 1000`,
  'without structure': `SELECT i, list_transform(range(${dimensions}), lambda x: ${normal})::FLOAT[] AS v
    FROM range(${rowCount + queryCount}) t(i)`,
};

const definition = {
  indexType: 'vector' as const,
  columns: [{ id: 1, name: 'v', type: 'FLOAT[]' }],
  options: { metric: 'l2', dimensions, nlist: null, probeFraction: null, embedding: null },
};

/**
 * The ten nearest of 200,000 x 384 by a segment, against DuckDB over the same lists in Parquet;
 * both in this process.
 */
export async function vectors({
  folder,
  bare,
}: {
  folder: string;
  bare: BareDuckdb;
}): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  await bare.run('SELECT setseed(0.42)');
  await bare.run(
    `CREATE OR REPLACE TABLE centres AS SELECT k, list_transform(range(${dimensions}), lambda x: ${normal})::FLOAT[] AS v FROM range(1000) t(k)`,
  );
  for (const [shape, sql] of Object.entries(shapes))
    rows.push(...(await measure(bare, folder, shape, sql)));
  return rows;
}

async function measure(
  bare: BareDuckdb,
  folder: string,
  shape: string,
  sql: string,
): Promise<BenchRow[]> {
  const name = join(folder, shape.replaceAll(/\W/g, '-'));
  await bare.run(`COPY (${sql} ORDER BY i) TO '${name}.parquet' (FORMAT parquet)`);
  const stored = `FROM '${name}.parquet' WHERE i < ${rowCount}`;
  const out = new FileSegment(`${name}.segment`);
  const builder = vectorKind.build(definition, out);
  const buildMs = await timed(async () => {
    const result = await bare.connection.stream(`SELECT v ${stored} ORDER BY i`);
    for (;;) {
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) break;
      builder.add(chunk);
    }
    builder.end();
  });
  const segment = vectorKind.open(definition, new OpenSegment(`${name}.segment`, out.close()));
  const queries = await bare.rows(`SELECT v FROM '${name}.parquet' WHERE i >= ${rowCount}`);
  const times: { own: number[]; bare: number[] } = { own: [], bare: [] };
  let found = 0;
  for (const query of queries) {
    const vector = (query as [number[]])[0];
    let hits = new Uint32Array();
    times.own.push(
      await timed(async () => {
        hits = Uint32Array.from(
          vectorKind.search(definition, { vector }, [{ segment, deleted: null }], 10).rows,
        );
      }),
    );
    let truth: unknown[] = [];
    const exact = `SELECT i ${stored} ORDER BY list_distance(v, [${vector.join(', ')}]::FLOAT[]) LIMIT 10`;
    times.bare.push(
      await timed(async () => {
        truth = await bare.rows(exact);
      }),
    );
    found += truth.filter((row) => hits.includes(Number((row as [unknown])[0]))).length;
  }
  const [own, reference] = [median(times.own), median(times.bare)];
  const recall = found / (queries.length * 10);
  const searched: BenchRow = {
    what: `ten nearest of 200,000 x ${dimensions}, ${shape} (built in ${(buildMs / 1000).toFixed(0)} s)`,
    quern: ms(own),
    reference: ms(reference),
    result: `${(reference / own).toFixed(0)} times faster, recall ${recall.toFixed(3)}`,
    reach: `${leastFaster} times, recall ${leastRecall}`,
    reached: reference >= own * leastFaster && recall >= leastRecall,
  };
  // One shape is enough: the build takes a minute.
  if (shape !== groupedShape) return [searched];
  const built = `build of 200,000 x ${dimensions}, ${shape}`;
  return [searched, await buildBesidePeer(built, buildMs, `${name}.parquet`, rowCount)];
}
