import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerRange } from './answer-range.ts';
import { SourceFixture } from './source-fixture.ts';

/** A long footer waits for its turn; answers are held back, so others could come. */
const footerBytes = 2 * 2 ** 20;
const heldBackMs = 50;

const folder = mkdtempSync(join(tmpdir(), 'quern-large-footers-'));
let file: Buffer;
let underWay = 0;
let most = 0;
let asked = 0;
const server = createServer((request, response) => {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (Number(last) - Number(first) < footerBytes) return answerRange(request, response, file);
  asked += 1;
  underWay += 1;
  most = Math.max(most, underWay);
  response.on('close', () => {
    underWay -= 1;
  });
  setTimeout(() => answerRange(request, response, file), heldBackMs);
});
const fixture = new SourceFixture('https', {
  rules: { allow: [{ kind: 'any' }], deny: [], loopbackOpen: true, own: [], ownPaths: [] },
});

beforeAll(async () => {
  const path = join(folder, 'made.parquet');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const padding = 'x'.repeat(footerBytes);
  await connection.run(
    `COPY (SELECT 1 AS a) TO '${path}' (FORMAT parquet, KV_METADATA {padding: '${padding}'})`,
  );
  connection.closeSync();
  instance.closeSync();
  file = readFileSync(path);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await fixture.close();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

test('of files with large footers one at a time is described, since a worker has room for one', async () => {
  const { port } = server.address() as AddressInfo;
  const urls = Array.from({ length: 8 }, (_one, at) => `http://127.0.0.1:${port}/t${at}.parquet`);
  const found = await fixture.discover(fixture.config({ urls: urls.join('\n') }));
  expect(found.map(({ columns }) => columns.map(({ name }) => name))).toEqual(
    urls.map(() => ['a']),
  );
  expect([asked, most]).toEqual([8, 1]);
});
