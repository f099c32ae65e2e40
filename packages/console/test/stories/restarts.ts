import { describe, expect, test } from 'vitest';
import { testToken } from '../../../server/test/service.ts';
import type { Harness } from '../harness.ts';
import { write } from './query.ts';

export function restartStories(harness: () => Harness): void {
  describe('a page that stays open over a restart or an upgrade', () => {
    test('loads the console anew where a part of it does not come, and keeps who is signed in', async () => {
      const page = await harness().open();
      await page.getByLabel('Access token').fill(testToken);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await write(page, "SELECT 'written before'");
      // Simulates an upgraded service: the files have other names.
      await page.route(/assets\/history-page/, (route) => route.fulfill({ status: 404 }));
      await page.getByRole('link', { name: 'History' }).click();
      await page.getByText('This part of the console did not come').waitFor();
      await page.getByRole('link', { name: 'Query' }).click();
      await page.getByText('written before').waitFor();
      await page.unroute(/assets\/history-page/);
      // The page does not ask again for a failed file.
      await page.getByRole('link', { name: 'History' }).click();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'History' }).waitFor();
      const kept = await page.evaluate(() =>
        JSON.stringify({ ...sessionStorage, ...localStorage }),
      );
      expect(kept).not.toContain(testToken);
      await page.getByRole('link', { name: 'Query' }).click();
      await page.getByText('written before').waitFor();
    });

    test('says so while nothing answers, and goes on once something does', async () => {
      const page = await harness().signedIn();
      await page.getByRole('textbox', { name: /^SQL of/ }).waitFor();
      const everything = `${harness().service.origin}/**`;
      await page.route(everything, (route) => route.abort());
      await page.getByRole('link', { name: 'Usage' }).click();
      await page.getByText('This part of the console did not come').waitFor();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('The service does not answer').waitFor();
      await page.unroute(everything);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'Usage' }).waitFor();
    });
  });
}
