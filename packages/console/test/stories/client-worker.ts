import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Harness } from '../harness.ts';

const built = join(import.meta.dirname, '../../../client/dist');

/** A worker that gets a token, and posts the outcomes of a query, a load and an abort. */
const program = `
import { createClient } from './index.js';
self.onmessage = async ({ data: token }) => {
  try {
    const client = createClient({ url: self.location.origin, token });
    const { id } = await client.databases.create({ name: 'of a worker' });
    const database = client.database(id);
    let sum = 0;
    for await (const { n } of database.query('SELECT n FROM generate_series(1, 60000) AS t(n)')) sum += n;
    const line = '7'.repeat(99) + '\\n';
    const file = new Blob(['n\\n', line.repeat(110_000)]);
    const loaded = await database.load('wide', file, { mode: 'replace', partSize: 5 * 2 ** 20 });
    const abort = new AbortController();
    const endless = 'SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 10000000) b';
    setTimeout(() => abort.abort(new Error('enough')), 200);
    const end = await database.query(endless, { signal: abort.signal }).then(() => 'it ended', (error) => error.message);
    self.postMessage({ hasDocument: 'document' in self, sum, rows: loaded.row_count, end });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
};`;

export function clientWorkerStories(harness: () => Harness): void {
  test('the typed client works in a web worker', async () => {
    const page = await harness().signedIn();
    const { body } = await harness()
      .service.api()
      .post('/v1/tokens', { kind: 'workspace', name: 'of a worker' });
    await page.route('**/built-client/**', async (route) => {
      const name = new URL(route.request().url()).pathname.replace('/built-client/', '');
      const body = name === 'worker.js' ? program : await readFile(join(built, name), 'utf8');
      await route.fulfill({ body, contentType: 'text/javascript' });
    });
    const answer = await page.evaluate(
      (token) =>
        new Promise((resolve) => {
          const worker = new Worker('/built-client/worker.js', { type: 'module' });
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => resolve({ error: message });
          worker.postMessage(token);
        }),
      body.token as string,
    );
    expect(answer).toEqual({
      hasDocument: false,
      sum: (60_000 * 60_001) / 2,
      rows: 110_000,
      end: 'enough',
    });
  });
}
