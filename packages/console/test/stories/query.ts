import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../../server/test/service.ts';
import { type Harness, lookAt } from '../harness.ts';

/** Replaces the text of the editor by typing. */
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

/**
 * Runs in the page: the chart's most frequent strong colour, and the share of columns with the
 * colour.
 */
function coloursOfChart(): { colour: string; columns: number } {
  const canvas = document.querySelector<HTMLCanvasElement>('.chart canvas');
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
  if (!canvas || !pixels) return { colour: '', columns: 0 };
  const columnsOf = new Map<string, Set<number>>();
  for (let at = 0; at < pixels.data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.data.subarray(at, at + 4);
    // Axes and grid are grey.
    if (alpha < 255 || Math.max(red, green, blue) - Math.min(red, green, blue) < 60) continue;
    const colour = `${red} ${green} ${blue}`;
    const columns = columnsOf.get(colour) ?? new Set();
    columnsOf.set(colour, columns.add((at / 4) % canvas.width));
  }
  const [most] = [...columnsOf].sort(([, one], [, other]) => other.size - one.size);
  return { colour: most?.[0] ?? '', columns: (most?.[1].size ?? 0) / canvas.width };
}

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
      await expect
        .poll(() => long.evaluate((one) => getComputedStyle(one).textAlign))
        .toMatch(/right|end/);
      await page.getByText('7 rows').waitFor();
      await page.getByRole('columnheader', { name: /total double/ }).waitFor();
      expect(await lookAt(page, 'query')).toEqual([]);
      await page.getByRole('tab', { name: 'Chart' }).click();
      await page.getByRole('img', { name: 'bar chart of total by city' }).waitFor();
      expect(await lookAt(page, 'query-chart')).toEqual([]);
      await page.getByRole('tab', { name: 'Columns' }).click();
      await page.getByRole('button', { name: 'Show how total is distributed' }).click();
      await page.locator('.bars meter').first().waitFor();
      expect(await lookAt(page, 'query-columns')).toEqual([]);
    });

    test('begins with a table where nothing is written, and leads from a profile to it', async () => {
      const page = await harness().signedIn();
      await page.getByRole('button', { name: /Database/ }).click();
      await page.getByRole('option', { name: 'shop' }).click();
      await page.getByRole('heading', { name: 'Begin with a table' }).waitFor();
      expect(await lookAt(page, 'query-empty')).toEqual([]);
      await page.getByRole('button', { name: 'orders 4 columns' }).click();
      await page.keyboard.press('Control+Enter');
      await page.getByText('60 rows').waitFor();
      await page.getByRole('button', { name: 'Profile', exact: true }).click();
      await page.getByRole('link', { name: 'default.main.orders' }).first().click();
      await page.getByRole('heading', { name: 'orders' }).waitFor();
    });

    test('draws ten thousand points, in the colours of the theme that is on', async () => {
      const page = await harness().signedIn();
      await run(
        page,
        'SELECT i AS n, round((sin(i / 300.0) * 100)::numeric, 3) AS wave FROM generate_series(1, 10000) AS g(i)',
      );
      await page.getByText('10,000 rows').waitFor();
      await page.getByRole('tab', { name: 'Chart' }).click();
      await page.getByRole('img', { name: 'scatter chart of wave by n' }).waitFor();
      await page.getByRole('button', { name: /Chart/ }).click();
      await page.getByRole('option', { name: 'Line' }).click();
      await page.getByRole('img', { name: 'line chart of wave by n' }).waitFor();
      expect(await lookAt(page, 'query-chart-large')).toEqual([]);
      for (const [type, name] of [
        ['Area', 'area chart of wave by n'],
        ['Histogram', 'histogram chart of rows by n'],
        ['Line', 'line chart of wave by n'],
      ] as const) {
        await page.getByRole('button', { name: /Chart/ }).click();
        await page.getByRole('option', { name: type }).click();
        await page.getByRole('img', { name }).waitFor();
        if (type !== 'Line')
          expect(await lookAt(page, `query-chart-${type.toLowerCase()}`)).toEqual([]);
        // The line goes from one side of the canvas to the other.
        expect((await page.evaluate(coloursOfChart)).columns).toBeGreaterThan(0.6);
      }
      // The line goes from one side of the canvas to the other.
      const drawn = () => page.evaluate(coloursOfChart);
      const inDark = await drawn();
      expect(inDark.columns).toBeGreaterThan(0.85);
      await page.emulateMedia({ colorScheme: 'light' });
      await expect.poll(async () => (await drawn()).colour).not.toBe(inDark.colour);
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
      await write(page, 'SELECT 3 AS three, 4 AS four');
      await page.keyboard.press('Control+Home');
      for (let step = 0; step < 'SELECT 3 AS three'.length; step += 1)
        await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('columnheader', { name: /three/ }).waitFor();
      expect(await page.getByRole('columnheader', { name: /four/ }).count()).toBe(0);
      await page.getByRole('button', { name: /Dialect/ }).click();
      await page.getByRole('option', { name: 'Snowflake' }).click();
      await run(page, "SELECT IFF(1 = 1, 'so', 'not') AS picked");
      await cell(page, 'so').waitFor();
      await page.getByRole('button', { name: /Dialect/ }).click();
      await page.getByRole('option', { name: 'HotSQL' }).click();
      await write(page, 'SELECT * FROM ord');
      await page.keyboard.press('Control+Space');
      await page.getByRole('option', { name: 'orders' }).click();
      await write(page, 'SELECT pri FROM orders');
      for (let step = 0; step < ' FROM orders'.length; step += 1)
        await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Control+Space');
      await page.getByRole('option', { name: /^price/ }).click();
      await write(
        page,
        'SELECT a.city, count(*) FROM orders a JOIN orders b ON a.id = b.id GROUP BY a.city ORDER BY 2',
      );
      await page.getByRole('button', { name: 'Explain' }).click();
      await page.getByRole('heading', { name: 'Plan' }).waitFor();
      // Each operator stands below its consumer: both tables below the join.
      const join = page.locator('.plan li', { has: page.getByText(/^HASH_JOIN$/) }).last();
      expect(await join.locator('> ul > li').count()).toBe(2);
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
      for (const [format, text] of [
        ['CSV', 'id,city\n3,city 3\n10,city 3\n17,city 3\n'],
        ['JSON', '"city": "city 3"'],
      ]) {
        await page.getByRole('button', { name: 'Export' }).click();
        await page.getByRole('menuitem', { name: `Copy as ${format}` }).click();
        await expect
          .poll(() => page.evaluate(() => navigator.clipboard.readText()))
          .toContain(text);
      }
      const names: string[] = [];
      for (const format of ['CSV', 'JSON', 'Markdown', 'Parquet', 'Arrow']) {
        await page.getByRole('button', { name: 'Export' }).click();
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('menuitem', { name: format, exact: true }).click(),
        ]);
        names.push(download.suggestedFilename().replace(/^rslt\w+/, ''));
      }
      expect(names).toEqual(['.csv', '.json', '.md', '.parquet', '.arrow']);
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
      await page.getByRole('button', { name: 'Saved queries' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'mine' }).waitFor();
      expect(await lookAt(page, 'query-saved')).toEqual([]);
      await page.getByRole('button', { name: 'Close', exact: true }).click();
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
