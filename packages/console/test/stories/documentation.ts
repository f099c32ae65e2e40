import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Harness, lookAt } from '../harness.ts';

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

export function documentationStories(harness: () => Harness): void {
  describe('the documentation', () => {
    test('is read and searched without a token, below any path', async () => {
      const below = await harness().belowPath();
      const page = await harness().open('', {}, `${below}docs`);
      await page.getByRole('heading', { name: 'Documentation' }).waitFor();
      expect(page.url()).toBe(`${below}docs/`);
      expect(await lookAt(page, 'docs')).toEqual([]);
      await page.getByRole('navigation', { name: 'Pages' }).getByText('Loading').click();
      await page.getByRole('heading', { name: 'Modes' }).waitFor();
      expect(await lookAt(page, 'docs-loading')).toEqual([]);
      await page.keyboard.press('/');
      await page.keyboard.insertText('unit separator idempotency_key');
      await page.getByText('Nothing has all of these words.').waitFor();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText('fork reset');
      await page.getByRole('list', { name: 'Found' }).getByRole('link').first().waitFor();
      expect(await lookAt(page, 'docs-search')).toEqual([]);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/quern\/docs\/(?!loading)/);
      await page.goto(`${below}docs/contract/errors.html#codes`);
      await page.getByRole('navigation', { name: 'Pages' }).getByText('Getting started').click();
      await page.getByRole('heading', { name: 'Start it' }).waitFor();
      await page.getByRole('button', { name: 'Light' }).click();
      await page.reload();
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
      // Error of a package, which tries styles against the policy.
      const api = await page.context().newPage();
      await api.goto(`${below}docs/api`);
      await api.locator('.opblock-tag').first().waitFor();
    });

    test('fits a phone, every page of the guide', async () => {
      const phone = { viewport: { width: 375, height: 720 }, hasTouch: true };
      const page = await harness().open('', phone, `${harness().service.origin}/docs/`);
      const names = await page
        .getByRole('navigation', { name: 'Pages' })
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
      expect(names.length).toBeGreaterThan(25);
      for (const name of names) {
        await page.goto(name);
        expect([name, await widthOf(page)]).toEqual([name, 375]);
      }
      await page.goto(`${harness().service.origin}/docs/search.html`);
      expect(await lookAt(page, 'docs-phone')).toEqual([]);
    });
  });
}
