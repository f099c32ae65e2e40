import { describe, expect, test } from 'vitest';
import { type Harness, lookAt } from '../harness.ts';
import { run, write } from './query.ts';

export function tabStories(harness: () => Harness): void {
  describe('a query tab', () => {
    test('stays in its database, whatever newer ones come', async () => {
      const api = harness().service.api();
      const own = await api.createDatabase({ name: 'own of the tab' });
      await api.loadCsv(own.id, 'whose', 'name\nours\n');
      const page = await harness().signedIn();
      const database = page.getByRole('button', { name: /Database/ });
      // Nothing was chosen: the tab is in the newest one, and stays there.
      await expect.poll(() => database.textContent()).toContain('own of the tab');
      const { body: batch } = await api.post('/v1/databases/bulk', { count: 501 });
      await expect
        .poll(async () => (await api.get(`/v1/jobs/${batch.job_id}`)).body.status, {
          timeout: 60_000,
        })
        .toBe('succeeded');
      await page.reload();
      await expect.poll(() => database.textContent()).toContain('own of the tab');
      await run(page, 'SELECT name FROM whose');
      await page.getByRole('gridcell', { name: 'ours' }).waitFor();
      // A new tab opens beside the reader's tab.
      await page.getByRole('button', { name: 'New query' }).click();
      await expect.poll(() => database.textContent()).toContain('own of the tab');
      expect((await api.delete(`/v1/databases/bulk/${batch.batch_id}`)).status).toBeLessThan(300);
    });

    test('says that its database is gone, and runs nowhere else', async () => {
      const api = harness().service.api();
      const source = await api.createDatabase({ name: 'source of the fork' });
      await api.loadCsv(source.id, 'whose', 'name\nof another\n');
      const { body: fork } = await api.post(`/v1/databases/${source.id}/fork`, { name: 'trial' });
      const page = await harness().signedIn(`#/query?sql=SELECT%201&database=${fork.id}`);
      const database = page.getByRole('button', { name: /Database/ });
      await expect.poll(() => database.textContent()).toContain('trial');
      await write(page, 'SELECT name FROM whose');
      expect((await api.delete(`/v1/databases/${fork.id}`)).status).toBe(204);
      await page.reload();
      await page.getByText('The database of this tab is gone.').waitFor();
      await page.getByText('SELECT name FROM whose').waitFor();
      expect(await lookAt(page, 'query-gone')).toEqual([]);
      for (const name of ['Run', 'Explain', 'Profile'])
        expect(await page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.getByRole('textbox', { name: /^SQL of/ }).click();
      await page.keyboard.press('Control+Enter');
      await page.getByRole('button', { name: /Database/ }).click();
      await page.getByRole('option', { name: 'source of the fork' }).click();
      await page.getByText('The database of this tab is gone.').waitFor({ state: 'detached' });
      expect(asked.filter((url) => url.endsWith('/v1/query'))).toEqual([]);
      await page.getByRole('textbox', { name: /^SQL of/ }).click();
      await page.keyboard.press('Control+Enter');
      await page.getByRole('gridcell', { name: 'of another' }).waitFor();
    });
  });
}
