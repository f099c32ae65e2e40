import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../server/test/service.ts';
import { type Harness, lookAt } from '../harness.ts';

export function upkeepStories(harness: () => Harness): void {
  describe('the pages of upkeep', () => {
    test('show what ran, what failed, and open it again', async () => {
      const api = harness().service.api();
      const { id } = await api.createDatabase({ name: 'past' });
      await api.query(id, 'SELECT 42 AS answer');
      await api.query(id, 'SELECT 1 / 0 AS nothing');
      await api.query(id, 'SELECT 43 AS answer');
      const page = await harness().signedIn('#/history');
      await page.getByRole('row', { name: /past.*SELECT 43 AS answer/ }).waitFor();
      await page.locator('.duration-chart canvas').waitFor();
      expect(await lookAt(page, 'history-all')).toEqual([]);
      await page.getByRole('button', { name: /Which runs/ }).click();
      await page.getByRole('option', { name: 'Failed' }).click();
      await page.getByRole('row', { name: /past.*division by zero/ }).waitFor();
      await page.getByRole('button', { name: /Which runs/ }).click();
      const askedForSlow = page.waitForRequest(/query-runs\/all\?.*slower_than_ms=1000/);
      await page.getByRole('option', { name: 'Slow (over 1 s)' }).click();
      await askedForSlow;
      await page
        .getByRole('row', { name: /past.*division by zero/ })
        .waitFor({ state: 'detached' });
      await page.getByRole('button', { name: /Which runs/ }).click();
      await page.getByRole('option', { name: 'All runs' }).click();
      await page.getByRole('button', { name: /Database/ }).click();
      await page.getByRole('option', { name: 'past' }).click();
      await page.getByText('SELECT 42 AS answer').waitFor();
      await page.getByRole('img', { name: /How long 3 runs took/ }).waitFor();
      expect(await lookAt(page, 'history')).toEqual([]);
      await page.getByRole('button', { name: /Which runs/ }).click();
      await page.getByRole('option', { name: 'Failed' }).click();
      await page.getByText('division by zero').waitFor();
      expect(await page.getByText('SELECT 42 AS answer').count()).toBe(0);
      await page.getByRole('link', { name: /^Open again/ }).click();
      await page
        .getByRole('textbox', { name: /^SQL of/ })
        .getByText('SELECT 1 / 0 AS nothing')
        .waitFor();
      await page.getByRole('link', { name: 'History' }).click();
      await page.getByRole('button', { name: 'Run again: SELECT 43 AS answer' }).first().click();
      await page.getByRole('gridcell', { name: '43', exact: true }).waitFor();
      const { body } = await api.get('/v1/query-runs?limit=1', { 'x-database-id': id });
      expect(body.query_runs[0]).toMatchObject({ sql_text: 'SELECT 43 AS answer' });
    });

    test('run a statement again, and open it again, in the dialect that it ran in', async () => {
      const api = harness().service.api();
      const { id } = await api.createDatabase({ name: 'flakes' });
      const sql = "SELECT IFF(1 = 1, 'so', 'not') AS picked";
      await api.post('/v1/query', { sql, dialect: 'snowflake' }, { 'x-database-id': id });
      const page = await harness().signedIn('#/history');
      await page.getByRole('row', { name: /flakes.*IFF.*Snowflake/ }).waitFor();
      await page
        .getByRole('button', { name: `Run again: ${sql}` })
        .first()
        .click();
      await page.getByRole('gridcell', { name: 'so', exact: true }).waitFor();
      const { body } = await api.get('/v1/query-runs', { 'x-database-id': id });
      expect(body.query_runs.map((run: Json) => run.dialect)).toEqual(['snowflake', 'snowflake']);
      await page.getByRole('link', { name: 'History' }).click();
      await page
        .getByRole('link', { name: `Open again: ${sql}` })
        .first()
        .click();
      await page.getByRole('button', { name: /Snowflake.*Dialect/ }).waitFor();
    });

    test('keep secrets, and register a connection by the form of its type', async () => {
      const page = await harness().signedIn('#/secrets');
      await page.getByRole('button', { name: 'New secret' }).click();
      await page.getByLabel('Name').fill('warehouse');
      await page.getByLabel('Value').fill('hunter2-hunter2');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('cell', { name: 'warehouse' }).waitFor();
      expect(await lookAt(page, 'secrets')).toEqual([]);
      expect(await page.content()).not.toContain('hunter2');
      await page.getByRole('link', { name: 'Connections' }).click();
      await page.getByRole('button', { name: 'New connection' }).waitFor();
      expect(await lookAt(page, 'connections')).toEqual([]);
      await page.getByRole('button', { name: 'New connection' }).click();
      await page.getByLabel('Name').fill('remote');
      await page.getByRole('button', { name: /Connects to/ }).click();
      await page.getByRole('option', { name: 'PostgreSQL' }).click();
      await page.getByLabel(/^Host/).fill('127.0.0.1');
      await page.getByLabel(/^Port/).fill('1');
      await page.getByLabel(/^Database/).fill('d');
      await page.getByLabel(/^User/).fill('u');
      expect(await lookAt(page, 'new-connection')).toEqual([]);
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByRole('heading', { name: 'remote' }).waitFor();
      await page.getByRole('alert').waitFor();
      await page.getByRole('button', { name: 'Test' }).click();
      await page.locator('p.bad').waitFor();
      expect(await lookAt(page, 'connection')).toEqual([]);
    });

    test('show the tables of a source, ask it again, and fetch its rows again', async () => {
      const path = join(harness().folder, 'app.db');
      const file = new Database(path);
      file.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY); INSERT INTO orders VALUES (1), (2)');
      const page = await harness().signedIn('#/connections');
      await page.getByRole('button', { name: 'New connection' }).click();
      await page.getByLabel('Name').fill('application');
      await page.getByRole('button', { name: /Connects to/ }).click();
      await page.getByRole('option', { name: 'SQLite file' }).click();
      await page.getByLabel(/^File/).fill(path);
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByRole('row', { name: /main\.orders/ }).waitFor();
      await page.getByRole('button', { name: 'Test' }).click();
      await page.getByText(/^The source answers, in \d+ ms/).waitFor();
      const id = new URL(page.url()).hash.split('/').at(-1) ?? '';
      const api = harness().service.api();
      const { id: database } = await api.createDatabase({ name: 'with a source' });
      await api.post(`/v1/databases/${database}/catalogs`, { connection_id: id });
      const count = async () =>
        (await api.query(database, 'SELECT count(*) FROM application.main.orders')).body.rows[0][0];
      expect(await count()).toBe(2);
      file.exec('INSERT INTO orders VALUES (3); CREATE TABLE later (n INTEGER)');
      file.close();
      const confirm = async (what: string) => {
        await page.getByRole('button', { name: what }).click();
        await page.getByRole('dialog').getByRole('button', { name: what }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      };
      await confirm('Discover');
      await page.getByRole('row', { name: /main\.later/ }).waitFor();
      expect(await lookAt(page, 'connection-source')).toEqual([]);
      await confirm('Refresh');
      await expect.poll(count).toBe(3);
    });

    test('make a token that is shown once, and revoke it', async () => {
      const page = await harness().signedIn('#/tokens');
      await page.getByRole('button', { name: 'New token' }).click();
      await page.getByLabel('Name').fill('for the report');
      await page.getByText('It may only read').click();
      expect(await lookAt(page, 'new-token')).toEqual([]);
      await page.getByRole('button', { name: 'Create' }).click();
      const token = await page.locator('pre').textContent();
      expect(
        (
          await harness()
            .service.api(token ?? '')
            .get('/v1/me')
        ).body,
      ).toMatchObject({ read_only: true, kind: 'workspace' });
      expect(await lookAt(page, 'tokens')).toEqual([]);
      await page.getByRole('button', { name: 'Done' }).click();
      await page
        .getByRole('row', { name: /for the report/ })
        .getByRole('button', { name: 'Revoke' })
        .click();
      await page.getByRole('dialog').waitFor();
      expect(await lookAt(page, 'revoke-token')).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('The token works no more.').waitFor();
      expect(
        (
          await harness()
            .service.api(token ?? '')
            .get('/v1/me')
        ).status,
      ).toBe(401);
    });

    test('show jobs and usage, and to who may only query nothing else', async () => {
      const api = harness().service.api();
      const page = await harness().signedIn('#/jobs');
      await page.getByRole('heading', { name: 'Jobs' }).waitFor();
      expect(await lookAt(page, 'jobs')).toEqual([]);
      await page.getByRole('link', { name: 'Embeddings' }).click();
      await page.getByText('No provider is registered.').waitFor();
      expect(await lookAt(page, 'embeddings')).toEqual([]);
      await page.getByRole('button', { name: 'New provider' }).click();
      await page.getByRole('dialog').waitFor();
      expect(await lookAt(page, 'new-provider')).toEqual([]);
      // A provider without an address uses a model of the service; this service has none.
      await page.getByLabel('Name').fill('own');
      await page.getByLabel('Model').fill('all-MiniLM-L6-v2');
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByText('QUERN_EMBEDDING_MODELS').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Usage' }).click();
      await page.getByRole('img', { name: /^Queries by day/ }).waitFor();
      await page.getByRole('img', { name: /^Read from storage by day/ }).waitFor();
      expect(await lookAt(page, 'usage')).toEqual([]);
      const { id } = await api.createDatabase({ name: 'own' });
      const { body } = await api.post('/v1/tokens', { kind: 'database', database_id: id });
      const limited = await harness().signedIn('', {}, body.token);
      await limited.getByRole('textbox', { name: /^SQL of/ }).waitFor();
      expect(await limited.getByRole('navigation').getByRole('link').count()).toBe(2);
    });
  });
}
