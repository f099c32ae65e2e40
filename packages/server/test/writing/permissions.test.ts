import { beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '../service.ts';
import { sharedService } from '../shared-service.ts';

/** Where a statement that writes is refused, and leaves everything as it was. */
describe('SQL that writes is refused', () => {
  let api: Api;
  let database: string;
  let attached: string;
  let issue: (asked: Record<string, unknown>) => Promise<Api>;

  beforeAll(async () => {
    const service = await sharedService();
    api = service.api();
    database = (await api.post('/v1/databases', { name: 'own' })).body.id;
    const other = (await api.post('/v1/databases', { name: 'other' })).body;
    attached = other.default_connection_id;
    await api.post(`/v1/databases/${database}/catalogs`, {
      connection_id: attached,
      alias: 'other',
    });
    await api.query(other.id, 'create table t (n int); insert into t values (1)');
    await api.query(database, 'create table t (n int); insert into t values (1), (2)');
    issue = async (asked) => {
      const scoped = { ...asked, workspace_id: service.workspaceId };
      const { body } = await service.organization().post('/v1/tokens', scoped);
      return service.api(body.token);
    };
  });

  const rows = async () =>
    (
      await api.query(
        database,
        'select (select count(*) from t), (select count(*) from other.main.t)',
      )
    ).body.rows;

  it.each([
    ['in an attached catalog', 'insert into other.main.t values (2)', /attached and only read/],
    ['in information_schema', 'delete from information_schema.tables', /cannot be written/],
    ['in a schema that is not there', 'create table nowhere.t (n int)', /does not exist/],
    ['hidden in WITH', 'with x as (delete from t returning n) select * from x', /DELETE/],
    ['behind EXPLAIN', 'explain delete from t', /EXPLAIN/],
    ['behind EXPLAIN ANALYZE', 'explain analyze delete from t', /EXPLAIN/],
    ['in a subquery', 'select * from (delete from t returning n) x', /syntax/],
    ['by a trigger', 'create trigger x after insert on t execute function f()', /CREATE TRIG/i],
    ['by a function', "create function f() returns int language sql as 'select 1'", /FUNCTION/],
    ['by a sequence', 'create sequence s', /SEQ/],
    ['of a temporary table', 'create temp table x (n int)', /temporary/],
    ['of rights', 'grant select on t to public', /tokens say/],
    ['by LOCK', 'lock table t', /LOCK/],
    ['by COPY', "copy t from '/etc/passwd'", /COPY/],
    ['by COPY FROM PROGRAM', "copy t from program 'id'", /COPY/],
    ['with a foreign key', 'create table f (n int references t (n))', /NOT ENFORCED/],
    ['behind a good one', 'delete from t; insert into nothing values (1)', /does not exist/],
    ['behind BEGIN alone', 'select 1; begin; delete from t', /BEGIN stands first/],
    ['of a place', 'update t set "@place" = 1', /does not exist/],
    ['of the mark of a target', 'delete from "@target".main.t', /attached and only read/],
  ])('%s', async (_, sql, message) => {
    const before = await rows();
    const { status, body } = await api.query(database, sql);
    expect([status, body.error?.code]).toEqual([400, 'BAD_REQUEST']);
    expect(body.error.message).toMatch(message);
    expect(await rows()).toEqual(before);
  });

  it.each(['duckdb', 'snowflake'])('in the dialect %s', async (dialect) => {
    const before = await rows();
    for (const sql of ['delete from t', 'create table z (n int)', 'insert into t values (9)'])
      expect((await api.query(database, sql, { dialect })).status).toBe(400);
    expect(await rows()).toEqual(before);
  });

  it('from a token that only reads, with 403', async () => {
    const reader = await issue({ kind: 'database', database_id: database, read_only: true });
    expect((await reader.query(database, 'select count(*) from t')).status).toBe(200);
    const { status, body } = await reader.query(database, 'delete from t');
    expect([status, body.error.code]).toEqual([403, 'ACCESS_DENIED']);
    expect((await reader.query(database, 'select 1; delete from t')).status).toBe(403);
  });

  it('from a token of another database, with 403', async () => {
    const elsewhere = (await api.post('/v1/databases', { name: 'elsewhere' })).body.id;
    const stranger = await issue({ kind: 'database', database_id: elsewhere });
    expect((await stranger.query(database, 'delete from t')).status).toBe(403);
  });

  it('without a place to run again: a saved query needs the right to write too', async () => {
    const saved = await api.post('/v1/queries', { name: 'add', sql: 'insert into t values (3)' });
    expect(saved.status).toBe(201);
    const path = `/v1/queries/${saved.body.id}/execute`;
    const reader = await issue({ kind: 'database', database_id: database, read_only: true });
    const scope = { 'x-database-id': database };
    expect((await reader.with(scope).post(path, {})).status).toBe(403);
    const ran = await api.with(scope).post(path, {});
    expect([ran.status, ran.body.command, ran.body.rows_affected]).toEqual([200, 'INSERT', 1]);
    await api.query(database, 'delete from t where n = 3');
  });
});
