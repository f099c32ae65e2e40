import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerRange } from './answer-range.ts';
import { SourceFixture } from './source-fixture.ts';

/** Enough rows that writing takes longer than the interval of progress reports. */
const rows = 8_000_000;
const file = Buffer.from(`a\n${'1\n'.repeat(rows)}`);
const server = createServer((request, response) => answerRange(request, response, file));
const fixture = new SourceFixture('https', {
  rules: { allow: [{ kind: 'any' }], deny: [], loopbackOpen: true, own: [], ownPaths: [] },
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(async () => {
  await fixture.close();
  server.closeAllConnections();
  server.close();
});

test('the bytes that were fetched stay told while the rows of a file are written', async () => {
  const { port } = server.address() as AddressInfo;
  const config = fixture.config({ urls: `http://127.0.0.1:${port}/ones.csv` });
  const told: number[] = [];
  const onProgress = ({ bytes }: { bytes: number }) => told.push(bytes);
  const found = await fixture.extract(config, { schema: 'main', table: 'ones' }, { onProgress });
  expect(found.rows).toBe(rows);
  expect(told.at(-1)).toBe(file.length);
  expect(told).toEqual([...told].sort((one, other) => one - other));
});
