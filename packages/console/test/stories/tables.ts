import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../../server/test/service.ts';
import { type Harness, lookAt } from '../harness.ts';

/**
 * Runs in the page: each share shown by the upload bar, and the most bytes of the file read and not
 * yet sent.
 */
function watchUpload(): { readonly shares: Set<number>; readonly mostHeld: number } {
  const watched = { shares: new Set<number>(), mostHeld: 0 };
  const note = () => {
    const bar = document.querySelector('progress');
    if (bar !== null) watched.shares.add(bar.position);
  };
  const what = { subtree: true, childList: true, attributes: true };
  new MutationObserver(note).observe(document.body, what);
  let held = 0;
  const read = Blob.prototype.arrayBuffer;
  Blob.prototype.arrayBuffer = async function (this: Blob) {
    held += this.size;
    watched.mostHeld = Math.max(watched.mostHeld, held);
    return read.call(this);
  };
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const answer = await send(input, init);
    if (init?.method === 'PUT') held -= (init.body as Uint8Array).byteLength;
    return answer;
  };
  return watched;
}

export function tableStories(harness: () => Harness): void {
  describe('the pages of data', () => {
    let database: Json;
    beforeAll(async () => {
      const api = harness().service.api();
      database = await api.createDatabase({ name: 'library' });
      await api.loadCsv(database.id, 'books', 'id,title,price\n1,One,2.5\n2,Two,3.5\n');
    });

    test('make a database, and take a file that is dropped: shown first, then loaded', async () => {
      const page = await harness().signedIn('#/data');
      expect(await lookAt(page, 'data')).toEqual([]);
      await page.getByRole('button', { name: 'New database' }).click();
      await page.getByLabel('Name').fill('dropped');
      expect(await lookAt(page, 'new-database')).toEqual([]);
      await page.getByLabel('Expires').fill('2h');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { name: 'dropped' }).waitFor();
      await page.getByText(/expires in 1 h 59 min/).waitFor();
      const file = await page.evaluateHandle(() => {
        const lines = Array.from(
          { length: 5000 },
          (_, index) => `${index},city ${index % 9},2024-02-${(index % 28) + 1}`,
        );
        const transfer = new DataTransfer();
        transfer.items.add(
          new File([`id,city,day\n${lines.join('\n')}\n`], 'Sales 2024.csv', { type: 'text/csv' }),
        );
        return transfer;
      });
      // Drops the file on another page, into the editor: any place accepts a file.
      await page.getByRole('link', { name: 'Query' }).click();
      const editor = page.getByRole('textbox', { name: /^SQL of/ });
      await editor.dispatchEvent('dragover', { dataTransfer: file });
      await page.getByText('Drop the file to load it as a table').waitFor();
      await editor.dispatchEvent('drop', { dataTransfer: file });
      await page.getByRole('button', { name: /Into the database/ }).click();
      await page.getByRole('option', { name: 'dropped' }).click();
      await page.getByText(/of CSV, 3 columns/).waitFor();
      await page.getByRole('columnheader', { name: 'id integer' }).waitFor();
      expect(await lookAt(page, 'load-file')).toEqual([]);
      await page.getByRole('button', { name: 'Load', exact: true }).click();
      await page.getByText('sales_2024 holds 5,000 rows.').waitFor();
      await page.getByRole('heading', { name: 'sales_2024' }).waitFor();
      await page.getByText('5,000 rows.').first().waitFor();
      await page.getByRole('row', { name: /^city / }).waitFor();
      expect(await lookAt(page, 'table')).toEqual([]);
      await page.getByRole('tab', { name: 'Rows' }).click();
      await page.getByRole('gridcell', { name: 'city 1', exact: true }).first().waitFor();
      expect(await lookAt(page, 'rows')).toEqual([]);
      await page.getByRole('tab', { name: 'Layout' }).click();
      await page.getByText('Partitioned by').waitFor();
      expect(await lookAt(page, 'layout')).toEqual([]);
      await page.getByRole('tab', { name: 'Indexes' }).click();
      await page.getByText('The table has no index.').waitFor();
      await page.getByRole('button', { name: 'New index' }).click();
      await page.getByLabel('Name').fill('words');
      await page.getByRole('textbox', { name: 'Columns' }).fill('city');
      const kind = page.getByRole('dialog').locator('.react-aria-SelectValue');
      expect(await kind.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
      expect(await lookAt(page, 'new-index')).toEqual([]);
      await page.getByRole('button', { name: 'Build' }).click();
      await page.getByRole('cell', { name: 'ready' }).waitFor();
      expect(await lookAt(page, 'indexes')).toEqual([]);
      await page.getByRole('tab', { name: 'Loads' }).click();
      await page.getByRole('cell', { name: 'replace main.sales_2024' }).waitFor();
      expect(await lookAt(page, 'loads')).toEqual([]);
      await page.getByRole('link', { name: /^Query snapshot/ }).click();
      await page.getByRole('textbox', { name: /^SQL of/ }).waitFor();
      await page.keyboard.press('Control+Enter');
      await page.getByRole('textbox', { name: /^SQL of/ }).focus();
      await page.keyboard.press('Control+Enter');
      await page.getByText('100 rows').waitFor();
    });

    test('take a file by the key of a table', async () => {
      const page = await harness().signedIn(`#/data/${database.id}`);
      await page.getByRole('treegrid', { name: 'Tables' }).getByText('books').waitFor();
      const file = await page.evaluateHandle(() => {
        const transfer = new DataTransfer();
        const text = 'id,title,price\n2,Two again,4.5\n3,Three,1.5\n';
        transfer.items.add(new File([text], 'books.csv', { type: 'text/csv' }));
        return transfer;
      });
      await page.getByRole('main').dispatchEvent('drop', { dataTransfer: file });
      await page.getByRole('button', { name: /Mode/ }).click();
      await page.getByRole('option', { name: 'Insert new keys, update known ones' }).click();
      await page.getByLabel(/^Key/).fill('id');
      expect(await lookAt(page, 'load-by-key')).toEqual([]);
      await page.getByRole('button', { name: 'Load', exact: true }).click();
      await page.getByText('books holds 3 rows.').waitFor();
      const sql = 'SELECT title FROM books ORDER BY id';
      const { body } = await harness().service.api().query(database.id, sql);
      expect(body.rows).toEqual([['One'], ['Two again'], ['Three']]);
    });

    test('take a packed file as it is written', async () => {
      const { id } = await harness().service.api().createDatabase({ name: 'packed' });
      const page = await harness().signedIn(`#/data/${id}`);
      await page.getByRole('heading', { name: 'packed' }).waitFor();
      const file = await page.evaluateHandle(async () => {
        const text = new Blob(['id;preis\n1;9,5\n2;12,25\n']).stream();
        const packed = await new Response(text.pipeThrough(new CompressionStream('gzip'))).blob();
        const transfer = new DataTransfer();
        transfer.items.add(new File([packed], 'preise.csv.gz'));
        return transfer;
      });
      await page.getByRole('main').dispatchEvent('drop', { dataTransfer: file });
      await page.getByText(/of CSV, packed by gzip, 2 columns/).waitFor();
      await page.getByRole('columnheader', { name: 'preis text' }).waitFor();
      await page.getByText('How the file is written').click();
      await page.getByRole('button', { name: /Decimal sign/ }).click();
      await page.getByRole('option', { name: 'Comma: 1,5' }).click();
      await page.getByRole('columnheader', { name: 'preis number' }).waitFor();
      expect(await lookAt(page, 'load-options')).toEqual([]);
      await page.getByRole('button', { name: 'Load', exact: true }).click();
      await page.getByText('preise holds 2 rows.').waitFor();
      const sql = 'SELECT sum(preis)::float8 FROM preise';
      const { body } = await harness().service.api().query(id, sql);
      expect(body.rows).toEqual([[21.75]]);
    });

    test('replace no rows by a file of the same name unless told, and have them back', async () => {
      const api = harness().service.api();
      const { id } = await api.createDatabase({ name: 'shelf' });
      await api.loadCsv(id, 'books', 'id,title\n1,One\n2,Two\n');
      const page = await harness().signedIn(`#/data/${id}`);
      await page.getByRole('heading', { name: 'shelf' }).waitFor();
      const file = await page.evaluateHandle(() => {
        const transfer = new DataTransfer();
        transfer.items.add(new File(['other\n9\n'], 'Books.csv', { type: 'text/csv' }));
        return transfer;
      });
      await page.getByRole('main').dispatchEvent('drop', { dataTransfer: file });
      await page.getByText('books is there already.').waitFor();
      const load = page.getByRole('button', { name: 'Load', exact: true });
      expect(await load.isDisabled()).toBe(true);
      expect(await lookAt(page, 'load-same-name')).toEqual([]);
      // Under another name nothing is to be chosen.
      await page.getByRole('textbox', { name: 'Table' }).fill('books_2');
      await expect.poll(() => load.isDisabled()).toBe(false);
      await page.getByRole('textbox', { name: 'Table' }).fill('BOOKS');
      await page.getByText('books is there already.').waitFor();
      await expect.poll(() => load.isDisabled()).toBe(true);
      await page.getByRole('button', { name: /Mode/ }).click();
      await page.getByRole('option', { name: 'Replace what the table holds' }).click();
      await load.click();
      await page.getByText('books holds 1 row.').waitFor();
      const sql = 'SELECT * FROM books ORDER BY 1';
      const rows = async () => (await api.query(id, sql)).body.rows;
      expect(await rows()).toEqual([[9]]);
      await page.getByRole('tab', { name: 'Loads' }).click();
      await page
        .getByRole('button', { name: /^Restore snapshot/ })
        .last()
        .click();
      expect(await lookAt(page, 'restore')).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
      const told = page.getByText('books holds 2 rows again.');
      await told.waitFor();
      expect(await rows()).toEqual([
        [1, 'One'],
        [2, 'Two'],
      ]);
      // The same is told again below.
      await told.getByRole('button', { name: 'Dismiss' }).click();
      // A table that was dropped comes back from the page of the database.
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'shelf' }).waitFor();
      await page.getByRole('tab', { name: 'Snapshots' }).click();
      await page.getByRole('button', { name: 'Restore books of before' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
      await told.waitFor();
      expect((await rows()).length).toBe(2);
      await page.getByRole('button', { name: 'Fork snapshot 2' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('shelf of then');
      await page.getByRole('dialog').getByRole('button', { name: 'Fork' }).click();
      await page.getByRole('heading', { name: 'shelf of then' }).waitFor();
    });

    test('take a large file part by part, say how far it is, and hold a few parts at a time', async () => {
      const path = join(harness().folder, 'large.csv');
      const lines = Array.from({ length: 1000 }, (_, index) => `${index},${'x'.repeat(95)}\n`);
      await writeFile(path, `id,words\n${lines.join('').repeat(720)}`);
      const { size } = await stat(path);
      const partBytes = 8 * 2 ** 20;
      const partCount = Math.ceil(size / partBytes);
      expect(partCount).toBeGreaterThan(8);
      const { id } = await harness().service.api().createDatabase({ name: 'large files' });
      const page = await harness().signedIn(`#/data/${id}`);
      await page.getByRole('heading', { name: 'large files' }).waitFor();
      const parts = new Set<string>();
      page.on('request', (request) => {
        if (request.method() === 'PUT') parts.add(request.url());
      });
      const input = await page.evaluateHandle(() =>
        Object.assign(document.createElement('input'), { type: 'file' }),
      );
      await input.setInputFiles(path);
      const dropped = await input.evaluateHandle(({ files }) => {
        const transfer = new DataTransfer();
        for (const file of files ?? []) transfer.items.add(file);
        return transfer;
      });
      await page.getByRole('main').dispatchEvent('drop', { dataTransfer: dropped });
      await page.getByText(/MiB of CSV, 2 columns/).waitFor();
      const seen = await page.evaluateHandle(watchUpload);
      await page.getByRole('button', { name: 'Load', exact: true }).click();
      await page.getByText('large holds 720,000 rows.').waitFor({ timeout: 60_000 });
      expect(parts.size).toBe(partCount);
      const { shares, mostHeld } = await seen.evaluate((watched) => ({
        shares: [...watched.shares],
        mostHeld: watched.mostHeld,
      }));
      expect(shares).toEqual([...shares].sort((one, other) => one - other));
      expect(shares.some((share) => share > 0 && share < 1)).toBe(true);
      expect(shares.at(-1)).toBe(1);
      expect(mostHeld).toBeGreaterThan(partBytes);
      expect(mostHeld).toBeLessThanOrEqual(4 * partBytes);
    });

    test('show the tables as a tree, fork a database and draw its lineage', async () => {
      const page = await harness().signedIn('#/data');
      await page.getByRole('link', { name: /library/ }).click();
      await page.getByRole('treegrid', { name: 'Tables' }).getByText('books').waitFor();
      expect(await lookAt(page, 'database')).toEqual([]);
      await page.getByRole('button', { name: 'Fork' }).click();
      await page.getByLabel('Name').fill('library for tests');
      await page.getByRole('dialog').getByRole('button', { name: 'Fork' }).click();
      await page.getByRole('heading', { name: 'library for tests' }).waitFor();
      await page.getByRole('tab', { name: 'Lineage' }).click();
      await page.locator('.lineage').getByText('library', { exact: true }).waitFor();
      expect(await lookAt(page, 'lineage')).toEqual([]);
      const fork = new URL(page.url()).hash.split('/').at(-1) ?? '';
      const api = harness().service.api();
      await api.loadCsv(fork, 'mine', 'n\n1\n');
      await page.getByRole('button', { name: 'Reset' }).click();
      await page.getByRole('dialog').waitFor();
      expect(await lookAt(page, 'reset')).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const { body } = await api.query(fork, 'SELECT table_name FROM information_schema.tables');
      expect(JSON.stringify(body.rows)).toBe('[["books"]]');
      await page.locator('.lineage').getByText('library', { exact: true }).click();
      await page.getByRole('heading', { name: 'library', exact: true }).waitFor();
      await page.getByRole('tab', { name: 'Lineage' }).click();
      await page.locator('.lineage').getByText('library for tests').waitFor();
      await page.getByRole('tab', { name: 'Snapshots' }).click();
      await page.getByRole('cell', { name: 'replace main.books' }).first().waitFor();
      expect(await lookAt(page, 'snapshots')).toEqual([]);
    });

    test('write what a database is about in Markdown, which cannot hold HTML', async () => {
      const page = await harness().signedIn(`#/data/${database.id}`);
      await page.getByRole('tab', { name: 'Context' }).click();
      await page.getByRole('button', { name: 'New document' }).click();
      await page.getByLabel('Name').fill('about');
      const text =
        '# Books\n\n- **price** is in `EUR`\n- <img src=x onerror="document.title=1">\n\n[more](javascript:alert(1))';
      await page.getByRole('textbox', { name: 'Text' }).fill(text);
      await page.getByRole('button', { name: 'Write' }).click();
      await page.getByRole('heading', { name: 'Books' }).waitFor();
      expect(await page.locator('.markdown img, .markdown a').count()).toBe(0);
      await page.getByText('<img src=x').waitFor();
      expect(await lookAt(page, 'contexts')).toEqual([]);
    });

    test('attach a connection as a catalog', async () => {
      await harness()
        .service.api()
        .post('/v1/connections', { name: 'elsewhere', source_type: 'managed', config: {} });
      const page = await harness().signedIn(`#/data/${database.id}`);
      await page.getByRole('tab', { name: 'Catalogs' }).click();
      await page.getByRole('button', { name: 'Attach a connection' }).click();
      await page.getByRole('button', { name: /Connection/ }).click();
      await page.getByRole('option', { name: 'elsewhere' }).click();
      await page.getByRole('button', { name: 'Attach', exact: true }).click();
      await page.getByRole('cell', { name: 'elsewhere' }).first().waitFor();
      expect(await lookAt(page, 'catalogs')).toEqual([]);
      await page.getByRole('tab', { name: 'Tables' }).click();
      await page.getByRole('treegrid', { name: 'Tables' }).getByText('elsewhere').waitFor();
      expect(await lookAt(page, 'database-attached')).toEqual([]);
      await page.getByRole('tab', { name: 'Catalogs' }).click();
      await page.getByRole('button', { name: 'Detach' }).click();
      await page.getByRole('dialog').waitFor();
      expect(await lookAt(page, 'detach')).toEqual([]);
    });
  });
}
