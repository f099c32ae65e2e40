import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Harness, lookAt } from '../harness.ts';
import { run } from './query.ts';

const width = 375;

/**
 * What stands out on the right, by its words: nothing may, but inside of what scrolls by itself.
 */
const tooWide = (page: Page) =>
  page.evaluate(
    (most) =>
      [...document.querySelectorAll<HTMLElement>('.page *, .query-page *, .topbar *')]
        .filter((element) => element.getBoundingClientRect().right > most + 1)
        .filter((element) => !element.closest('[role=grid]'))
        .filter((element) => {
          for (let above = element.parentElement; above; above = above.parentElement) {
            if (/auto|scroll|hidden|clip/.test(getComputedStyle(above).overflowX)) {
              return above.getBoundingClientRect().right > most + 1 || above.id === 'content';
            }
          }
          return true;
        })
        .map(
          (element) =>
            `${element.tagName}.${element.className}: ${element.textContent?.slice(0, 40)}`,
        )
        .slice(0, 5),
    width,
  );

export function phoneStories(harness: () => Harness): void {
  describe('on a phone', () => {
    test('every page fits', async () => {
      const api = harness().service.api();
      const { id } = await api.createDatabase({ name: 'pocket' });
      await api.loadCsv(
        id,
        'walks',
        'day,place,metres\n2024-05-01,The long way round the lake,5200\n2024-05-02,Hill,900\n',
      );
      const page = await harness().signedIn('', {
        viewport: { width, height: 720 },
        hasTouch: true,
      });
      let looks = 0;
      const look = async (name: string) => {
        looks += 1;
        const theme = looks % 2 === 0 ? 'dark' : 'light';
        expect.soft([name, await tooWide(page)]).toEqual([name, []]);
        expect.soft(await lookAt(page, `phone-${name}`, [theme])).toEqual([]);
      };
      await page.getByRole('textbox', { name: /^SQL of/ }).waitFor();
      await page.getByRole('button', { name: /Database/ }).click();
      await page.getByRole('option', { name: 'pocket' }).click();
      await run(page, 'SELECT place, metres FROM walks ORDER BY metres');
      await page.getByRole('gridcell', { name: 'Hill', exact: true }).waitFor();
      await look('query');
      await page.getByRole('tab', { name: 'Chart' }).click();
      await page.getByRole('img', { name: /metres by place/ }).waitFor();
      await look('chart');
      const places: readonly (readonly [string, string, string | RegExp])[] = [
        ['data', '#/data', 'pocket'],
        ['database', `#/data/${id}`, 'walks'],
        ['table', `#/data/${id}/default/main/walks`, /2 rows\./],
        ['history', '#/history', /SELECT place, metres/],
        ['connections', '#/connections', 'New connection'],
        ['secrets', '#/secrets', 'New secret'],
        ['embeddings', '#/embeddings', 'No provider is registered.'],
        ['jobs', '#/jobs', 'Jobs'],
        ['tokens', '#/tokens', 'New token'],
        ['usage', '#/usage', 'read from storage'],
      ];
      for (const [name, hash, text] of places) {
        await page.goto(`${harness().service.origin}/${hash}`);
        await page.locator('.content').getByText(text).first().waitFor();
        await look(name);
      }
      for (const tab of ['Rows', 'Layout', 'Indexes', 'Loads']) {
        await page.goto(`${harness().service.origin}/#/data/${id}/default/main/walks`);
        await page.getByRole('tab', { name: tab }).click();
        await page
          .getByRole('tabpanel', { name: tab })
          .locator('table, dl, .empty, [role=grid]')
          .first()
          .waitFor();
        await look(`table-${tab.toLowerCase()}`);
      }
    });
  });
}
