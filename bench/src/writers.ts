import type { BareDuckdb } from './bare-duckdb.ts';
import type { HttpClient } from './http-client.ts';
import { median, timed } from './measure.ts';
import { type BenchRow, ratioRow } from './report.ts';
import { upload } from './upload.ts';

const loadCount = 24;
const writerCount = 6;
const rowsOfLoad = 100_000;
const rounds = 3;

interface WritersBench {
  readonly folder: string;
  readonly client: HttpClient;
  readonly databaseId: string;
  readonly bare: BareDuckdb;
}

/** Retry-After of a 409. */
const retryAfterMs = 2000;

/**
 * Loads into one table by concurrent writers, compared with the same loads by one writer. A writer
 * comes again after the Retry-After of a 409, which a slow machine produces.
 */
export async function writers({
  folder,
  client,
  databaseId,
  bare,
}: WritersBench): Promise<BenchRow[]> {
  const path = `${folder}/written.parquet`;
  await bare.run(
    `COPY (SELECT i AS id, md5(i::VARCHAR) AS digest, i / 7 AS ratio FROM range(${rowsOfLoad}) t(i)) TO '${path}' (FORMAT parquet)`,
  );
  const loads = `/v1/databases/${databaseId}/schemas/main/tables/written/loads`;
  const load = async () => {
    const uploadId = await upload(client, path, 'application/vnd.apache.parquet');
    const body = { mode: 'replace', upload_id: uploadId };
    for (;;) {
      const loaded = client.json('POST', loads, body).then(
        () => true,
        (error: unknown) => {
          if (!String(error).includes(' 409 ')) throw error;
          return false;
        },
      );
      if (await loaded) return;
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    }
  };
  const by = (count: number) => {
    let left = loadCount;
    const write = async () => {
      while (left-- > 0) await load();
    };
    return timed(() => Promise.all(Array.from({ length: count }, write)));
  };
  await load();
  const [together, alone]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    together.push(await by(writerCount));
    alone.push(await by(1));
  }
  return [
    ratioRow(
      `${loadCount} loads into one table by ${writerCount} writers at once, against the sum of as many by one`,
      median(together),
      median(alone),
      1.5,
    ),
  ];
}
