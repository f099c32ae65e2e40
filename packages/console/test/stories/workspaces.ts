import { describe, expect, test } from 'vitest';
import { type Harness, lookAt } from '../harness.ts';

/** Runs last: a reader of one workspace sees no picker. */
export function workspaceStories(harness: () => Harness): void {
  describe('several workspaces', () => {
    test('are chosen from, and show nothing of each other', async () => {
      const api = harness().service.api();
      const { body } = await api.post('/v1/workspaces', { name: 'second' });
      const second = api.with({ 'x-workspace-id': body.workspace.public_id });
      await second.createDatabase({ name: 'of the second' });
      const page = await harness().signedIn('#/data');
      await page.getByRole('heading', { name: 'shop' }).waitFor();
      expect(await page.getByText('of the second').count()).toBe(0);
      await page.getByRole('button', { name: /Workspace/ }).click();
      await page.getByRole('option', { name: 'second' }).click();
      await page.getByRole('heading', { name: 'of the second' }).waitFor();
      expect(await page.getByText('shop').count()).toBe(0);
      expect(await lookAt(page, 'workspaces')).toEqual([]);
      // The choice outlives the page.
      await page.reload();
      await page.getByRole('heading', { name: 'of the second' }).waitFor();
    });
  });
}
