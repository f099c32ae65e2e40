import { describe, expect, test } from 'vitest';
import { testToken } from '../../../server/test/service.ts';
import { type Harness, lookAt } from '../harness.ts';

export function signInStories(harness: () => Harness): void {
  describe('signing in', () => {
    test('by a token, which is kept for this page alone unless asked otherwise', async () => {
      const page = await harness().open();
      expect(await lookAt(page, 'sign-in')).toEqual([]);
      await page.getByLabel('Access token').fill('wrong');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('Invalid credential').waitFor();
      await page.getByLabel('Access token').fill(testToken);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('link', { name: 'Query' }).waitFor();
      const stored = () =>
        page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
      expect(await stored()).not.toContain(testToken);
      await page.reload();
      await page.getByLabel('Access token').fill(testToken);
      await page.getByText('Keep me signed in on this browser').click();
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Query' }).waitFor();
      await page.reload();
      await page.getByRole('button', { name: 'Account and appearance' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByLabel('Access token').waitFor();
      expect(await stored()).not.toContain(testToken);
    });

    test('ends with the token, and says so', async () => {
      const api = harness().service.api();
      const { body } = await api.post('/v1/tokens', { kind: 'workspace', name: 'short' });
      const page = await harness().signedIn('', {}, body.token);
      await page.getByRole('link', { name: 'Query' }).waitFor();
      await api.delete(`/v1/tokens/${body.id}`);
      await page.reload();
      await page.getByRole('alert').getByText('Invalid credential').waitFor();
    });
  });

  test('the first page takes less than 400 KB of script as it is sent', async () => {
    const page = await harness().signedIn();
    await page.getByRole('heading', { name: 'Query' }).waitFor();
    const bytes = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(400_000);
    console.info(`scripts of the first page: ${Math.round(bytes / 1000)} KB`);
  });

  test('all of it works below a path that a proxy puts it at', async () => {
    const page = await harness().open('', {}, await harness().belowPath());
    await page.getByLabel('Access token').fill(testToken);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByText('read from storage').waitFor();
  });

  test('the frame works by keyboard and at the width of a phone', async () => {
    const page = await harness().signedIn();
    await page.getByRole('link', { name: 'Query' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/A page, a database/).waitFor();
    expect(await lookAt(page, 'palette')).toEqual([]);
    await page.keyboard.type('sign');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByLabel('Access token').waitFor();
    const phone = await harness().signedIn('', {
      viewport: { width: 390, height: 780 },
      hasTouch: true,
    });
    await phone.getByRole('link', { name: 'Query' }).waitFor();
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
    expect(await lookAt(phone, 'phone')).toEqual([]);
  });
}
