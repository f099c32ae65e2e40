/**
 * The same sentences about every type of source, each against a real server, an emulator or files,
 * through a real service. What differs by type is in its own tests.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sourceTypes } from '../../src/sources/registry.ts';
import { readFilesBelow } from '../api/search-folder.ts';
import { installTimeoutMs } from '../clients/python-environment.ts';
import { eventually } from '../eventually.ts';
import { ofThisLane } from '../lane.ts';
import { type Api, type Json, type RunningService, startService } from '../service.ts';
import { bigquery } from './conformance/bigquery.ts';
import { ducklake } from './conformance/ducklake.ts';
import { duckdb, sqlite } from './conformance/files.ts';
import { iceberg } from './conformance/iceberg.ts';
import { mariadb, mysql } from './conformance/mysql.ts';
import { postgres } from './conformance/postgres.ts';
import { https, s3 } from './conformance/remote-files.ts';
import { snowflake } from './conformance/snowflake.ts';
import {
  type Connected,
  type RunningSubject,
  type Subject,
  typeHeadings,
} from './conformance/subject.ts';
import { expectInFormats } from './result-formats.ts';
import { documentedTypes } from './source-fixture.ts';

const subjects: readonly Subject[] = [
  ...[postgres, mysql, mariadb, snowflake, bigquery, ducklake],
  ...[sqlite, duckdb, iceberg, s3, https],
];
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quern-conformance-')));
let service: RunningService;
let api: Api;

beforeAll(async () => {
  service = await startService({ env: { QUERN_SOURCES_ALLOW: `* ${folder}` } });
  api = service.api();
}, 60_000);
afterAll(async () => {
  await service?.dispose();
  rmSync(folder, { recursive: true });
});

test('every type of source is held to it', () => {
  const held = new Set(subjects.map(({ type }) => type));
  expect(held).toEqual(new Set(sourceTypes.map(({ name }) => name)));
});

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

describe.each(ofThisLane(subjects))(
  'a source of type $type ($server)',
  ({ isHere = true, ...kind }) => {
    describe.skipIf(!isHere)('is one like any other:', () => {
      const { type, says, ownTypes, isTypedByValues, isList } = kind;
      const sourceType = sourceTypes.find(({ name }) => name === type);
      let subject: RunningSubject;
      let source: Connected;
      beforeAll(async () => {
        subject = await kind.start(folder);
        source = await connect('src', `a ${type}`, subject.config);
      }, installTimeoutMs);
      afterAll(() => subject?.stop());

      async function connect(alias: string, name: string, config: Json): Promise<Connected> {
        const made = await api.post('/v1/connections', { name, source_type: type, config });
        expect([made.status, made.body.discovery_status, made.body.discovery_error]).toEqual([
          201,
          'success',
          null,
        ]);
        const connectionId: string = made.body.id;
        const database = await api.createDatabase();
        const path = `/v1/databases/${database.id}/catalogs`;
        expect((await api.post(path, { connection_id: connectionId, alias })).status).toBe(204);
        const rows = async (sql: string) => {
          const { status, body } = await api.query(database.id, sql);
          expect([sql, status, body.error?.message]).toEqual([sql, 200, undefined]);
          return body.rows;
        };
        return { api, connectionId, databaseId: database.id, rows };
      }
      const tables = async () => {
        const path = `/v1/information_schema?connection_id=${source.connectionId}&include_columns=true&limit=1000`;
        return (await api.get(path)).body.tables as Json[];
      };
      const orders = async () =>
        (await tables()).find(
          ({ schema, table }) => schema === subject.schema && table === subject.orders,
        );
      const refresh = (more: Json = {}) =>
        api.post('/v1/refresh', { connection_id: source.connectionId, ...more });
      const refreshOrders = (more: Json = {}) =>
        refresh({ schema_name: subject.schema, table_name: subject.orders, data: true, ...more });
      const setPolicy = (table: string, policy: Json) =>
        api.request(
          'PUT',
          `/v1/connections/${source.connectionId}/tables/${subject.schema}/${table}/refresh`,
          policy,
        );
      const read = () =>
        source.rows(`SELECT id, label, amount FROM src.${subject.schema}.orders ORDER BY id`);
      const two = [
        [1, 'ü', 0.5],
        [2, null, 1.25],
      ];
      const three = [...two, [3, 'c', 2]];

      test('its tables are discovered, with names, NOT NULL, keys and comments where it has them', async () => {
        const found = await orders();
        expect(found).toMatchObject({ state: 'discovered', synced: false });
        const [id, label, amount] = found?.columns ?? [];
        expect([id, label, amount].map(({ name }) => name.toLowerCase())).toEqual([
          ...['id', 'label', 'amount'],
        ]);
        expect([id.nullable, label.nullable]).toEqual([!says.notNull, true]);
        expect(found?.primary_key ?? []).toEqual(says.key ? [id.name] : []);
        const ofTable = says.comments.includes('table') ? 'what was ordered' : null;
        expect(found?.comment ?? null).toBe(ofTable);
        if (says.comments.includes('column')) expect(label.comment).toContain('as it is printed');
        const { odd } = subject;
        const oddOne = (await tables()).find(
          ({ schema, table }) => schema === odd.schema && table === odd.table,
        );
        const names = oddOne?.columns.map(({ name }: Json) => name);
        expect(names).toEqual(expect.arrayContaining(Object.keys(odd.row)));
      });

      test('a table is fetched by the first query on it, and joined with one of the database', async () => {
        expect(await read()).toEqual(two);
        expect(await orders()).toMatchObject({ state: 'loaded', synced: true, sync_error: null });
        await api.loadCsv(source.databaseId, 'regions', 'id,region\n1,north\n2,south\n');
        const joined = `SELECT r.region, o.amount FROM src.${subject.schema}.orders o
        JOIN regions r ON r.id = o.id ORDER BY 1`;
        expect(await source.rows(joined)).toEqual([
          ['north', 0.5],
          ['south', 1.25],
        ]);
        const { odd } = subject;
        const columns = Object.keys(odd.row);
        const names = columns.length === 0 ? 'count(*)' : columns.map(quote).join(', ');
        const sql = `SELECT ${names} FROM src.${quote(odd.schema)}.${quote(odd.table)}`;
        expect(await source.rows(sql)).toEqual([
          columns.length === 0 ? [0] : Object.values(odd.row),
        ]);
      });

      test('a refresh brings it up to date, and nothing else does', async () => {
        await subject.add();
        expect(await read()).toEqual(two);
        const { status, body } = await refreshOrders();
        expect([status, body.rows_synced ?? body.error]).toEqual([200, 3]);
        expect(await read()).toEqual(three);
      });

      test('a source that is away fails a refresh in a sentence, and what was read of it stays', async () => {
        const known = (await tables()).length;
        await subject.breakOff();
        const failed = await refreshOrders();
        expect([failed.status, failed.body.error?.code]).toEqual([502, 'BAD_GATEWAY']);
        expect(await orders()).toMatchObject({ state: 'failed', synced: true });
        expect((await orders())?.sync_error).toBe(failed.body.error.message);
        expect((await refresh()).body).toMatchObject({ connections_failed: 1, tables_modified: 0 });
        const health = await api.get(`/v1/connections/${source.connectionId}/health`);
        expect(health.body).toMatchObject({ healthy: false, error: expect.any(String) });
        expect(await read()).toEqual(three);
        expect((await tables()).length).toBe(known);
        await subject.mend();
        expect((await refreshOrders()).status).toBe(200);
        expect((await refresh()).body).toMatchObject({ connections_failed: 0, tables_added: 0 });
        const again = await api.get(`/v1/connections/${source.connectionId}/health`);
        expect(again.body).toMatchObject({ healthy: true, error: null });
      });

      test('a purge empties it, of one table and of all, and the next query fetches it again', async () => {
        const path = `/v1/connections/${source.connectionId}`;
        const one = `${path}/tables/${encodeURIComponent(subject.schema)}/${encodeURIComponent(subject.orders)}/cache`;
        for (const each of [one, `${path}/cache`]) {
          expect((await api.delete(each)).status).toBe(204);
          expect(await orders()).toMatchObject({ synced: false });
          expect(await read()).toEqual(three);
        }
      });

      test('it is refreshed by its changes, by key and cursor, or says that it is not', async () => {
        const id = (await orders())?.columns[0].name;
        const set = await setPolicy(subject.orders, {
          ...{ mode: 'incremental', cursor_column: id, key: [id], overlap: 1 },
        });
        if (!sourceType?.readsChanges) {
          const says = `Tables of type '${type}' are not read by their changes; use mode 'full'`;
          expect([set.status, set.body.error?.message]).toEqual([
            400,
            expect.stringContaining(says),
          ]);
          return;
        }
        expect([set.status, set.body.error]).toEqual([200, undefined]);
        // Moments are read again for five minutes; texts from the last value.
        const isUpper = id !== id.toLowerCase();
        const stamped = isUpper ? 'STAMPED' : 'stamped';
        const byMoment = {
          mode: 'incremental',
          cursor_column: isUpper ? 'MOMENT' : 'moment',
          key: [id],
        };
        expect((await setPolicy(stamped, byMoment)).status).toBe(200);
        const refreshed = async (more: Json, table = subject.orders) => {
          const asked = { schema_name: subject.schema, table_name: table, data: true, ...more };
          const { status, body } = await refresh(asked);
          expect([status, body.error?.message]).toEqual([200, undefined]);
          return [body.mode, body.rows_synced, body.rows_removed];
        };
        expect(await refreshed({})).toEqual(['full', 3, undefined]);
        expect(await refreshed({}, stamped)).toEqual(['full', 2, undefined]);
        await subject.changes?.make();
        expect(await refreshed({}, stamped)).toEqual(['incremental', 2, undefined]);
        // Three, four and two, where two lies within the overlap.
        expect(await refreshed({})).toEqual(['incremental', 3, undefined]);
        expect(await read()).toEqual([...two, [3, 'C', 2], [4, 'd', 8]]);
        await subject.changes?.undo();
        expect(await refreshed({ remove_gone: true })).toEqual(['incremental', 1, 1]);
        expect(await read()).toEqual(three);
        expect(await refreshed({ remove_gone: true }, stamped)).toEqual(['incremental', 0, 1]);
        const moments = `SELECT id FROM src.${subject.schema}.stamped ORDER BY 1`;
        expect(await source.rows(moments)).toEqual([[1], [2]]);
        expect((await setPolicy(subject.orders, { mode: 'full' })).status).toBe(200);
      });

      test('it is read live, or says that it is not', async () => {
        const set = await setPolicy(subject.orders, { mode: 'live' });
        if (!sourceType?.readsLive) {
          const says = `Tables of type '${type}' are not read live; use mode 'full'`;
          expect([set.status, set.body.error?.message]).toEqual([
            400,
            expect.stringContaining(says),
          ]);
          return;
        }
        expect([set.status, set.body.error]).toEqual([200, undefined]);
        expect(await orders()).toMatchObject({ state: 'live', refresh: { mode: 'live' } });
        await subject.changes?.make();
        expect(await read()).toEqual([...two, [3, 'C', 2], [4, 'd', 8]]);
        await subject.changes?.undo();
        expect(await read()).toEqual(three);
        await subject.breakOff();
        const sql = `SELECT id FROM src.${subject.schema}.orders`;
        const { status, body } = await api.query(source.databaseId, sql);
        expect([status, body.error?.code]).toEqual([502, 'BAD_GATEWAY']);
        await subject.mend();
        expect((await setPolicy(subject.orders, { mode: 'full' })).status).toBe(200);
        expect(await read()).toEqual(three);
      });

      test('a column of another kind is told, and the rows stay until they are purged', async () => {
        await subject.alter();
        const refreshed = await refreshOrders();
        if (isTypedByValues) {
          expect([refreshed.status, refreshed.body.error]).toEqual([200, undefined]);
        } else {
          expect([refreshed.status, refreshed.body.error?.message]).toEqual([
            409,
            expect.stringMatching(/^Column '(label|LABEL)' of table '.*' was VARCHAR and is /),
          ]);
          expect(await read()).toEqual(three);
          const path = `/v1/connections/${source.connectionId}/cache`;
          expect((await api.delete(path)).status).toBe(204);
        }
        const labels = (await read()).map(([, label]: Json) => label);
        expect(labels.length).toBeGreaterThan(0);
        for (const label of labels) expect(['ü', 'c']).not.toContain(label);
      });

      test('a table that is gone is told, its rows stay, and the next discovery leaves it out or names it', async () => {
        const before = await read();
        await subject.drop();
        const gone = await refreshOrders();
        const { message } = gone.body.error;
        expect([gone.status, gone.body.error.code, message]).toEqual([
          502,
          'BAD_GATEWAY',
          expect.stringMatching(
            new RegExp(
              `\\b${subject.orders}\\b.*; (refresh the connection|put it back|put the file back)`,
            ),
          ),
        ]);
        expect(await read()).toEqual(before);
        // The table fails, too, until the next discovery, and so does the job of an asynchronous
        // caller.
        expect(await orders()).toMatchObject({
          state: 'failed',
          synced: true,
          sync_error: message,
        });
        const asked = await refreshOrders({ async: true });
        await eventually(async () =>
          expect((await api.get(asked.body.status_url)).body).toMatchObject({
            ...{ status: 'failed', error_message: message },
          }),
        );
        const again = await refresh();
        expect(again.body).toMatchObject({ connections_failed: 0 });
        if (!isList) {
          expect(await orders()).toBeUndefined();
          return;
        }
        // The other tables are present. The refused table keeps its earlier columns, and the status
        // names it.
        expect(await orders()).toMatchObject({
          state: 'failed',
          synced: true,
          sync_error: message,
        });
        const health = await api.get(`/v1/connections/${source.connectionId}/health`);
        expect(health.body).toMatchObject({ healthy: false, error: message });
        const path = `/v1/connections/${source.connectionId}/cache`;
        expect((await api.delete(path)).status).toBe(204);
        const asking = await api.query(
          source.databaseId,
          `SELECT * FROM src.${subject.schema}.orders`,
        );
        expect([asking.status, asking.body.error.message]).toEqual([502, message]);
      });

      test('whatever is wrong with its settings is told in a sentence, and nothing secret of it', async () => {
        for (const [what, changes, sentence] of subject.wrong) {
          const config = { ...subject.config, ...changes };
          const name = `${type} of another ${what}`;
          const made = await api.post('/v1/connections', { name, source_type: type, config });
          const said = made.body.discovery_error ?? made.body.error?.message;
          expect([what, made.body.discovery_status ?? made.status, said]).toEqual([
            what,
            expect.toBeOneOf(['failed', 400]),
            expect.stringMatching(sentence),
          ]);
          for (const secret of [...subject.secrets, 'wrong-password'])
            expect(said).not.toContain(secret);
          if (made.status === 201)
            expect((await api.delete(`/v1/connections/${made.body.id}`)).status).toBe(204);
        }
      });

      test('values of each type are in all formats of a result as docs/types.md has them', async () => {
        const { config, schema, tables: typed, documented } = subject.types;
        // Of Parquet's types those stored unchanged: DuckDB makes the others.
        const heading = typeHeadings[type as keyof typeof typeHeadings] ?? typeHeadings.duckdb;
        const headings = [heading, ...(ownTypes ? [typeHeadings[ownTypes]] : [])];
        const all = headings
          .flatMap(documentedTypes)
          .filter(({ sourceType, type: kept }) => type in typeHeadings || sourceType === kept);
        expect(documented.map(({ type: one }) => one)).toEqual(all.map(({ type: one }) => one));
        const of = config ? await connect('typed', `types of ${type}`, config) : source;
        for (const table of typed) {
          const name = `${config ? 'typed' : 'src'}.${quote(schema)}.${quote(table)}`;
          await expectInFormats(api, of.databaseId, name, documented);
        }
        if (!config) return;
        const path = `/v1/databases/${of.databaseId}/catalogs/${of.connectionId}`;
        expect((await api.delete(path)).status).toBe(204);
        expect((await api.delete(`/v1/connections/${of.connectionId}`)).status).toBe(204);
      });

      test('and what is its own', async () => {
        for (const own of Object.values(subject.own ?? {})) await own(source);
      });

      test('deleted, it is gone with its rows and its secrets, which were shown nowhere', async () => {
        const path = `/v1/connections/${source.connectionId}`;
        const paths = ['/v1/connections', path, `${path}/health`, '/v1/jobs', '/v1/secrets'];
        const told = await Promise.all([...paths, '/metrics'].map((one) => api.get(one)));
        const files = await readFilesBelow(service.dataDir);
        for (const secret of subject.secrets) {
          expect(JSON.stringify(told.map(({ body }) => body))).not.toContain(secret);
          expect(JSON.stringify(service.log) + service.stderr()).not.toContain(secret);
          const holding = files.filter(({ bytes }) => bytes.includes(secret));
          expect(holding.map((file) => file.path)).toEqual([]);
        }
        expect((await api.delete(path)).status).toBe(409);
        const attached = `/v1/databases/${source.databaseId}/catalogs/${source.connectionId}`;
        expect((await api.delete(attached)).status).toBe(204);
        expect((await api.delete(path)).status).toBe(204);
        expect((await api.get(path)).status).toBe(404);
        const names = (await api.get('/v1/secrets')).body.secrets.map(({ name }: Json) => name);
        expect(names.filter((name: string) => name.startsWith(`conn-a-${type}-`))).toEqual([]);
      });
    });
  },
);
