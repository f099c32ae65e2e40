import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Harness, lookAt } from '../harness.ts';
import { run } from './query.ts';

/** Legend of the x under the pointer, at a share of the chart's width. */
async function legendAt(page: Page, share: number): Promise<string> {
  const box = await page.locator('.chart .u-over').boundingBox();
  if (!box) throw new Error('there is no chart');
  await page.mouse.move(box.x + 2, box.y + box.height / 2);
  await page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
  const value = page.locator('.chart .u-legend .u-value').first();
  await expect.poll(() => value.textContent()).not.toBe('');
  return (await value.textContent()) ?? '';
}

const canvasOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLCanvasElement>('.chart canvas')?.toDataURL());

async function draw(page: Page, sql: string, name: string): Promise<void> {
  await run(page, sql);
  await page.getByText(/^\d+ rows/).waitFor();
  await page.getByRole('tab', { name: 'Chart' }).click();
  await page.getByRole('img', { name }).waitFor();
  await page.locator('.chart canvas').waitFor();
}

const zones = ['America/Los_Angeles', 'UTC', 'Asia/Tokyo'];

export function chartStories(harness: () => Harness): void {
  describe('a chart', () => {
    beforeAll(() => harness().service.api().createDatabase({ name: 'charts' }));

    test.each([
      ['date', "DATE '2024-01-01' + i::int", ['2024-01-01', '2024-01-15']],
      [
        'timestamp',
        "TIMESTAMP '2024-01-01 00:00:00' + i * interval '1 day'",
        ['2024-01-01 00:00:00', '2024-01-15 00:00:00'],
      ],
      [
        // Los Angeles leaves out an hour of the day.
        'timestamp of the change of the clocks',
        "TIMESTAMP '2024-03-10 00:00:00' + i * interval '30 minutes'",
        ['2024-03-10 00:00:00', '2024-03-10 07:00:00'],
      ],
      [
        'timestamp with a zone',
        "TIMESTAMPTZ '2024-01-01 00:00:00Z' + i * interval '1 day'",
        ['2024-01-01 00:00:00Z', '2024-01-15 00:00:00Z'],
      ],
    ])('draws a %s as it is written, in every zone of the browser', async (_type, x, ends) => {
      const drawn = new Set<string | undefined>();
      for (const timezoneId of zones) {
        const page = await harness().signedIn('', { timezoneId });
        const sql = `SELECT ${x} AS at, i AS n FROM generate_series(0, 14) AS g(i) ORDER BY i`;
        await draw(page, sql, 'line chart of n by at');
        drawn.add(await canvasOf(page));
        expect([timezoneId, await legendAt(page, 0.01), await legendAt(page, 0.99)]).toEqual([
          timezoneId,
          ...ends,
        ]);
      }
      expect(drawn.size).toBe(1);
    });

    test('draws groups of rows as a line each', async () => {
      const page = await harness().signedIn();
      await draw(
        page,
        `SELECT DATE '2024-01-01' + d::int AS day, region, d * 10 + length(region) AS total
         FROM generate_series(0, 9) AS g(d), (VALUES ('north'), ('south'), ('west-coast')) r(region) ORDER BY 1, 2`,
        'line chart of total by day and region',
      );
      const names = page.locator('.chart .u-legend .u-label');
      expect(await names.allTextContents()).toEqual(['day', 'north', 'south', 'west-coast']);
      await legendAt(page, 0.99);
      const values = page.locator('.chart .u-legend .u-value');
      expect(await values.allTextContents()).toEqual(['2024-01-10', '95', '95', '100']);
      expect(await lookAt(page, 'query-chart-groups')).toEqual([]);
      await page.getByRole('button', { name: /Split by/ }).click();
      await page.getByRole('option', { name: 'Not split' }).click();
      await page.getByText('Several rows stand at one place').waitFor();
    });
  });
}
