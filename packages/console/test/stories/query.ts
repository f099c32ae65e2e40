import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../../server/test/service.ts';
import { type Harness, lookAt } from '../harness.ts';

/** Types a text into the editor in place of what it holds. */
export async function write(page: Page, sql: string): Promise<void> {
  await page.getByRole('textbox', { name: /^SQL of/ }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(sql);
}

export async function run(page: Page, sql: string): Promise<void> {
  await write(page, sql);
  await page.keyboard.press('Control+Enter');
}

const cell = (page: Page, text: string) =>
  page.getByRole('gridcell', { name: text, exact: true }).first();

export function queryStories(harness: () => Harness): void {
  describe('the query page', () => {
    let database: Json;
    beforeAll(async () => {
      const api = harness().service.api();
      database = await api.createDatabase({ name: 'shop' });
      const rows = Array.from(
        { length: 60 },
        (_, index) => `${index},city ${index % 7},${index * 1.5},2024-01-${(index % 28) + 1}`,
      );
      await api.loadCsv(database.id, 'orders', `id,city,price,day\n${rows.join('\n')}\n`);
    });

    test('runs a query by Ctrl-Enter, shows its rows with their types, and draws what fits them', async () => {
      const page = await harness().signedIn();
      await run(
        page,
        'SELECT city, sum(price) AS total, 12345678901234567890 AS big, NULL AS nothing FROM orders GROUP BY city ORDER BY city',
      );
      await cell(page, 'city 0').waitFor();
      // A long number is cut nowhere, and stands at the right as the short ones do.
      const long = cell(page, '12345678901234567890');
      await long.waitFor();
      expect(await long.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
      expect(await long.evaluate((one) => getComputedStyle(one).textAlign)).toMatch(/right|end/);
      await page.getByText('7 rows').waitFor();
      await page.getByRole('columnheader', { name: /total Float64/ }).waitFor();
      expect(await lookAt(page, 'query')).toEqual([]);
      await page.getByRole('tab', { name: 'Chart' }).click();
      await page.getByRole('img', { name: 'bar chart of total by city' }).waitFor();
      expect(await lookAt(page, 'query-chart')).toEqual([]);
      await page.getByRole('tab', { name: 'Columns' }).click();
      await page.getByRole('button', { name: 'Show how total is distributed' }).click();
      await page.locator('.bars meter').first().waitFor();
      expect(await lookAt(page, 'query-columns')).toEqual([]);
    });

    test('counts all rows of a quick query whose first rows came with the answer', async () => {
      const page = await harness().signedIn();
      await run(page, 'SELECT n FROM generate_series(1, 30001) AS t(n)');
      await page.getByText('30,001 rows').waitFor();
    });

    test('keeps what is written for who wrote it, until they sign out', async () => {
      const page = await harness().signedIn();
      await write(page, "SELECT 'my secret'");
      const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
      expect(await stored()).toContain('my secret');
      const api = harness().service.api();
      const { body: other } = await api.post('/v1/tokens', {
        kind: 'workspace',
        name: 'somebody else',
      });
      await harness().signIn(page, '', other.token);
      await page.getByRole('textbox', { name: /^SQL of/ }).waitFor();
      expect(await page.getByText('my secret').count()).toBe(0);
      await harness().signIn(page);
      await page.getByText('my secret').waitFor();
      await page.getByRole('button', { name: 'Account and appearance' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByLabel('Access token').waitFor();
      expect(await stored()).not.toContain('my secret');
    });

    test('marks where an error is and puts the nearest name there', async () => {
      const page = await harness().signedIn();
      await run(page, 'SELECT city,\n  pryce\nFROM orders');
      await page
        .getByRole('alert')
        .getByText("column 'pryce' does not exist; did you mean 'price'?")
        .waitFor();
      expect(await page.locator('.cm-lintRange-error').textContent()).toBe('pryce');
      expect(await page.getByText(/^Request /).textContent()).toMatch(/rqst/);
      expect(await lookAt(page, 'query-error')).toEqual([]);
      await page.getByRole('button', { name: 'Replace by "price"' }).click();
      await page.keyboard.press('Control+Enter');
      await page.getByText('60 rows').waitFor();
    });

    test('runs the statement at the cursor, proposes names of the schema, and explains', async () => {
      const page = await harness().signedIn();
      await write(page, 'SELECT 1 AS one;\nSELECT 2 AS two;');
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('columnheader', { name: /one/ }).waitFor();
      await write(page, 'SELECT * FROM ord');
      await page.keyboard.press('Control+Space');
      await page.getByRole('option', { name: 'orders' }).click();
      await write(page, 'SELECT pri FROM orders');
      for (let step = 0; step < ' FROM orders'.length; step += 1)
        await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Control+Space');
      await page.getByRole('option', { name: /^price/ }).click();
      await page.getByRole('button', { name: 'Explain' }).click();
      await page.getByRole('heading', { name: 'Plan' }).waitFor();
      expect(await lookAt(page, 'query-plan')).toEqual([]);
      await page.getByRole('button', { name: 'Profile', exact: true }).click();
      await page.getByText(/ms by the clock/).waitFor();
      expect(await lookAt(page, 'query-profile')).toEqual([]);
    });

    test('goes on with a query that the page was left in, and cancels it', async () => {
      const page = await harness().signedIn();
      await run(
        page,
        'SELECT count(*) AS n FROM generate_series(1, 100000) a, generate_series(1, 10000000) b',
      );
      await page.getByText('It goes on when you leave this page.').waitFor();
      await page.reload();
      await page.getByText('It goes on when you leave this page.').waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('The query was cancelled.').waitFor();
      const runs = await harness()
        .service.api()
        .get('/v1/query-runs?limit=1', { 'x-database-id': database.id });
      expect(runs.body.query_runs[0].status).toBe('cancelled');
    });

    test('scrolls through ten million rows to the last, and holds a few thousand', async () => {
      const page = await harness().signedIn();
      await run(page, 'SELECT i, -i AS down FROM generate_series(1, 10000000) AS g(i)');
      await page.getByText('10,000,000 rows').waitFor({ timeout: 60_000 });
      const grid = page.getByRole('grid', { name: 'Rows of the result' });
      expect(await grid.getAttribute('aria-rowcount')).toBe('10000001');
      await grid.focus();
      await page.keyboard.press('Control+End');
      await cell(page, '-10000000').waitFor();
      for (let place = 1; place <= 60; place += 1) {
        await grid.evaluate(
          (element, part) => element.scrollTo(0, (element.scrollHeight * part) / 61),
          place,
        );
        await page.locator('.grid-cell:not(.waiting)').first().waitFor();
      }
      const held = await page.evaluate(() => document.querySelectorAll('.grid-cell').length);
      expect(held).toBeLessThan(400);
      expect(
        await page.evaluate(
          () =>
            (performance as unknown as { memory: { usedJSHeapSize: number } }).memory
              .usedJSHeapSize,
        ),
      ).toBeLessThan(150e6);
      await grid.focus();
      await page.keyboard.press('Control+Home');
      await cell(page, '1').waitFor();
      await page.mouse.move(700, 600);
      await page.mouse.wheel(0, 280);
      await page.getByRole('rowheader', { name: '11', exact: true }).waitFor();
      await page.getByRole('button', { name: 'Sort by down' }).click();
      await cell(page, '10000000').waitFor({ timeout: 60_000 });
    });

    test('filters the kept result, copies it, and gives a link to it', async () => {
      const page = await harness().signedIn();
      await run(page, 'SELECT id, city FROM orders ORDER BY id');
      await page.getByText('60 rows').waitFor();
      await page.getByLabel('Condition that rows must meet').fill("city = 'city 3' AND id < 20");
      await page.keyboard.press('Enter');
      await page.getByText('3 rows').waitFor();
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click();
      await page.getByText('Copied.').waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
        '| 17 | city 3 |',
      );
      await page.getByRole('button', { name: 'Export' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'CSV', exact: true }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^rslt\w+\.csv$/);
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: 'Copy a link to the result' }).click();
      await page.getByText('The link is copied.').waitFor();
      await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
      await page.getByRole('heading', { name: 'Result' }).waitFor();
      await cell(page, '17').waitFor();
      expect(await lookAt(page, 'result')).toEqual([]);
    });

    test('saves a query with its versions, and loses nothing between two windows', async () => {
      const page = await harness().signedIn();
      await page.getByRole('textbox', { name: /^SQL of/ }).waitFor();
      expect(await lookAt(page, 'query-empty')).toEqual([]);
      await write(page, 'SELECT 1');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByLabel('Name').fill('mine');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved as version 1 of mine.').waitFor();
      await write(page, 'SELECT 2');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Saved as version 2 of mine.').waitFor();
      await page.getByRole('button', { name: 'Versions' }).click();
      await page.getByLabel('Earlier version').getByText('SELECT 1').waitFor();
      expect(await lookAt(page, 'query-versions')).toEqual([]);
      await page.getByRole('button', { name: /^Take version 1/ }).click();
      await page.getByLabel('SQL of mine').getByText('SELECT 1').waitFor();
      await page.getByRole('button', { name: 'Close mine' }).click();
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder(/A page, a database/).fill('mine');
      await page.getByRole('menuitem', { name: /mine/ }).click();
      await page.getByLabel('SQL of mine').getByText('SELECT 2').waitFor();
      const other = await page.context().newPage();
      harness().watch(other);
      await other.goto(page.url());
      await harness().signIn(other);
      await other.getByRole('button', { name: 'New query' }).click();
      await write(other, 'SELECT 3');
      await page.getByRole('tab', { name: 'Query 1' }).waitFor();
      await write(page, 'SELECT 4');
      await other.getByRole('tab', { name: /^mine/ }).click();
      await other.getByLabel('SQL of mine').getByText('SELECT 4').waitFor();
    });
  });
}
