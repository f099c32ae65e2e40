import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Harness, lookAt } from '../harness.ts';
import { run } from './query.ts';

const width = 375;

/** Texts of elements wider than the page. Only content that scrolls by itself may be wider. */
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
    let id: string;
    beforeAll(async () => {
      const api = harness().service.api();
      ({ id } = await api.createDatabase({ name: 'pocket' }));
      const rows =
        'day,place,metres\n2024-05-01,The long way round the lake,5200\n2024-05-02,Hill,900\n';
      await api.loadCsv(id, 'walks', rows);
    });

    const open = (hash = '') =>
      harness().signedIn(hash, { viewport: { width, height: 720 }, hasTouch: true });

    async function expectFit(page: Page, name: string): Promise<void> {
      expect.soft([name, await tooWide(page)]).toEqual([name, []]);
      expect.soft(await lookAt(page, `phone-${name}`)).toEqual([]);
    }

    test('a query is written, run and drawn', async () => {
      const page = await open();
      await page.getByRole('textbox', { name: /^SQL of/ }).waitFor();
      await page.getByRole('button', { name: /Database/ }).click();
      await page.getByRole('option', { name: 'pocket' }).click();
      await run(page, 'SELECT place, metres FROM walks ORDER BY metres');
      await page.getByRole('gridcell', { name: 'Hill', exact: true }).waitFor();
      await expectFit(page, 'query');
      await page.getByRole('tab', { name: 'Chart' }).click();
      await page.getByRole('img', { name: /metres by place/ }).waitFor();
      await expectFit(page, 'chart');
    });

    test('every page fits', async () => {
      const page = await open('#/data');
      const places: readonly (readonly [string, string, string | RegExp])[] = [
        ['data', '#/data', 'pocket'],
        ['database', `#/data/${id}`, 'walks'],
        ['history', '#/history', /SELECT/],
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
        await expectFit(page, name);
      }
    });

    test('what opens over a page fits', async () => {
      const page = await open(`#/data/${id}`);
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').waitFor();
      await expectFit(page, 'confirm');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('tab', { name: 'Catalogs' }).click();
      await page.getByText('Own catalog').waitFor();
      await expectFit(page, 'catalogs');
      await page.getByRole('link', { name: 'Query' }).click();
      await page.getByRole('button', { name: 'Saved queries' }).click();
      await page.getByRole('dialog').getByRole('heading', { name: 'Saved queries' }).waitFor();
      await expectFit(page, 'saved');
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await page.getByRole('button', { name: /Go to/ }).click();
      await page.getByPlaceholder(/A page, a database/).waitFor();
      await expectFit(page, 'palette');
    });

    test('every tab of a table fits', async () => {
      const page = await open(`#/data/${id}/default/main/walks`);
      for (const tab of ['Columns', 'Rows', 'Layout', 'Indexes', 'Loads']) {
        await page.getByRole('tab', { name: tab }).first().click();
        const panel = page.getByRole('tabpanel', { name: tab, exact: true }).first();
        await panel.locator('table, dl, .empty, [role=grid]').first().waitFor();
        await expectFit(page, `table-${tab.toLowerCase()}`);
      }
    });
  });
}
