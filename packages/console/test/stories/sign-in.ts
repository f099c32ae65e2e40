import { describe, expect, test } from 'vitest';
import { eventually } from '../../../server/test/eventually.ts';
import { startService, testToken } from '../../../server/test/service.ts';
import { type Harness, lookAt } from '../harness.ts';
import { write } from './query.ts';

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

    test('by the link of a first start, up to the first query and its chart', async () => {
      const first = await startService({
        env: { QUERN_BOOTSTRAP_TOKEN: '', QUERN_SAMPLE: 'on' },
      });
      try {
        await eventually(() => expect(first.stderr()).toMatch(/Try it/));
        const [, hash = ''] = /console +\S+\/(#\S+)/.exec(first.stderr()) ?? [];
        const page = await harness().open(hash, {}, `${first.origin}/`);
        await page.getByRole('button', { name: /^flights/ }).click();
        expect(page.url()).not.toContain('sign-in');
        await write(page, 'SELECT origin, count(*) AS flights FROM flights GROUP BY 1 LIMIT 20');
        await page.keyboard.press('Control+Enter');
        await page.getByText('20 rows').waitFor();
        await page.getByRole('tab', { name: 'Chart' }).click();
        await page.getByRole('img', { name: 'bar chart of flights by origin' }).waitFor();
        // The code is used up, and was in no history.
        await page.goBack();
        expect(page.url()).not.toContain('sign-in');
      } finally {
        await first.dispose();
      }
    });

    test('is over when the token ends while somebody writes, and what they wrote stays', async () => {
      const api = harness().service.api();
      await api.createDatabase({ name: 'for a while' });
      const token = async () =>
        (await api.post('/v1/tokens', { kind: 'workspace', name: 'renewed' })).body;
      const ending = await token();
      const page = await harness().signedIn('', {}, ending.token);
      await write(page, "SELECT 'long thought about'");
      await api.delete(`/v1/tokens/${ending.id}`);
      await page.keyboard.press('Control+Enter');
      await page
        .getByRole('alert')
        .getByText('The token has expired or was revoked. Sign in again; what you wrote')
        .waitFor();
      expect(await lookAt(page, 'sign-in-again')).toEqual([]);
      await page.getByLabel('Access token').fill((await token()).token);
      await page.keyboard.press('Enter');
      await page.getByText('long thought about').waitFor();
    });

    test('ends with the token, and says so', async () => {
      const api = harness().service.api();
      const { body } = await api.post('/v1/tokens', { kind: 'workspace', name: 'short' });
      const page = await harness().signedIn('', {}, body.token);
      await page.getByRole('link', { name: 'Query' }).waitFor();
      // Open requests of the page would end the session before the reload.
      await page.waitForLoadState('networkidle');
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
    await page.getByText('read from storage', { exact: true }).waitFor();
  });

  test('what takes long is shown as bars where it will stand, not before 300 ms', async () => {
    const page = await harness().signedIn('#/tokens', { reducedMotion: 'no-preference' });
    await page.getByRole('heading', { name: 'Tokens' }).waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/jobs?*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Jobs' }).click();
    const bars = page.getByRole('status', { name: 'Loading' });
    await bars.waitFor();
    const delay = await bars.evaluate((element) => getComputedStyle(element).animationDelay);
    expect(delay).toBe('0.3s');
    release();
    await bars.waitFor({ state: 'detached' });
  });

  test('is dark or light as chosen, after a reload too, and keeps nothing else for it', async () => {
    const page = await harness().signedIn();
    const ground = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('button', { name: 'Account and appearance' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(ground).toBe('dark');
    await page.reload();
    await page.getByRole('link', { name: 'Query' }).waitFor();
    expect(await ground()).toBe('dark');
    const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(await kept()).not.toContain(testToken);
    await page.getByRole('button', { name: 'Account and appearance' }).click();
    await page.getByRole('menuitem', { name: 'Stay signed in on this browser' }).click();
    await page.getByText('You stay signed in on this browser until you sign out.').waitFor();
    expect(await kept()).toContain(testToken);
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
