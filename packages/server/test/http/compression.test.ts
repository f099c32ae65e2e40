import { request } from 'node:http';
import * as zlib from 'node:zlib';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import type { Api, Json } from '../service.ts';
import { type SharedService, sharedService } from '../shared-service.ts';

let service: SharedService;
let api: Api;
let database: Json;
let result: string;
beforeAll(async () => {
  service = await sharedService();
  api = service.api();
  database = await api.createDatabase();
  const { body } = await api.query(
    database.id,
    "SELECT i, 'text ' || i AS t FROM generate_series(1, 60000) AS s(i)",
  );
  result = body.result_id;
  await eventually(async () =>
    expect((await fetched(`/v1/results/${result}?limit=0`)).status).toBe(200),
  );
});

interface Fetched {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

/** The body as sent on the wire. */
function fetched(
  path: string,
  headers: Record<string, string> = {},
  body?: Json,
): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    const sent = request(`${service.origin}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${service.token}`,
        'x-database-id': database.id,
        'content-type': 'application/json',
        ...headers,
      },
    });
    sent.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject).on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        });
      });
    });
    sent.end(body && JSON.stringify(body));
  });
}

/** Node has zstd from 22.15 on; older releases answer nothing in zstd. */
const { zstdDecompressSync } = zlib as {
  readonly zstdDecompressSync?: (bytes: Buffer) => Buffer;
};

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  ...(zstdDecompressSync && { zstd: zstdDecompressSync }),
};

describe('an answer', () => {
  test.each(['csv', 'md', 'json', 'arrow'])(
    'of a result as %s is compressed as its client accepts, and is the same',
    async (format) => {
      const path = `/v1/results/${result}?format=${format}`;
      const plain = await fetched(path);
      expect([plain.headers.vary, plain.headers['content-encoding']]).toEqual([
        'Accept-Encoding',
        undefined,
      ]);
      for (const [accepts, coding] of [
        ['gzip', 'gzip'],
        ['gzip;q=0.8, br', 'br'],
        ['br;q=0.1, gzip;q=1', 'gzip'],
        ['GZIP, br;q=0', 'gzip'],
        ['zstd, br;q=0.5', zstdDecompressSync ? 'zstd' : 'br'],
      ] as const) {
        const { headers, bytes } = await fetched(path, { 'accept-encoding': accepts });
        expect([headers['content-encoding'], headers.vary, headers['content-length']]).toEqual([
          coding,
          'Accept-Encoding',
          undefined,
        ]);
        expect(headers['x-total-row-count']).toBe('60000');
        expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
        expect(decoders[coding]?.(bytes).equals(plain.bytes)).toBe(true);
      }
    },
  );

  test.each(['identity', 'deflate', 'gzip;q=0', '*;q=0', 'nonsense', ', ;q=1'])(
    'is sent as it is to %s',
    async (accepts) => {
      const { headers } = await fetched(`/v1/results/${result}?format=csv`, {
        'accept-encoding': accepts,
      });
      expect(headers['content-encoding']).toBeUndefined();
    },
  );

  test('in Parquet, which is compressed, is the stored bytes', async () => {
    const { headers, bytes } = await fetched(`/v1/results/${result}?format=parquet`, {
      'accept-encoding': 'gzip, br',
    });
    expect([headers['content-encoding'], headers['content-length']]).toEqual([
      undefined,
      String(bytes.length),
    ]);
    expect(bytes.subarray(0, 4).toString()).toBe('PAR1');
  });

  test('of a query and of a list is compressed where it is long, and not where it is short', async () => {
    const rows = (count: number) => ({
      sql: `SELECT 'row ' || i AS t FROM generate_series(1, ${count}) AS s(i)`,
    });
    const gzip = { 'accept-encoding': 'gzip' };
    const long = await fetched('/v1/query', gzip, rows(5_000));
    expect(long.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(long.bytes).toString()).rows).toHaveLength(5_000);
    const short = await fetched('/v1/query', gzip, rows(3));
    expect([short.headers['content-encoding'], short.headers.vary]).toEqual([
      undefined,
      'Accept-Encoding',
    ]);
    expect(JSON.parse(short.bytes.toString()).rows).toHaveLength(3);
    for (let index = 0; index < 20; index += 1)
      await api.createDatabase({ name: `listed ${index}` });
    const list = await fetched('/v1/databases', gzip);
    expect(list.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(list.bytes).toString()).databases.length).toBeGreaterThan(20);
  });

  test('is right for each of many clients at once, compressed or not', async () => {
    const path = `/v1/results/${result}?format=csv&limit=20000`;
    const plain = await fetched(path);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => fetched(path, { 'accept-encoding': 'gzip' })),
    );
    for (const { headers, bytes } of answers) {
      expect((headers['content-encoding'] ? gunzipSync(bytes) : bytes).equals(plain.bytes)).toBe(
        true,
      );
    }
    // A disconnected client has given its place back.
    expect((await fetched(path, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe(
      'gzip',
    );
  });

  test('that its client leaves gives its place back', async () => {
    for (let index = 0; index < 4; index += 1) {
      const sent = request(`${service.origin}/v1/results/${result}?format=csv`, {
        headers: {
          authorization: `Bearer ${service.token}`,
          'x-database-id': database.id,
          'accept-encoding': 'gzip',
        },
      });
      await new Promise<void>((resolve) => {
        sent
          .on('error', () => resolve())
          .on('response', (response) => {
            response.on('error', () => {}).destroy();
            resolve();
          });
        sent.end();
      });
    }
    await eventually(async () => {
      const { headers } = await fetched(`/v1/results/${result}?format=csv`, {
        'accept-encoding': 'gzip',
      });
      expect(headers['content-encoding']).toBe('gzip');
    });
  });
});
