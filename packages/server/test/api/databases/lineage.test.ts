import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Api, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';

let service: SharedService;
let api: Api;
let home: string;
beforeAll(async () => {
  service = await sharedService();
  home = service.workspaceId;
  api = service.organization().with({ 'x-workspace-id': home });
});

const lineage = async (id: string, query = '') => api.get(`/v1/databases/${id}/lineage${query}`);
const forked = async (id: string, body: unknown = {}): Promise<Json> => {
  const answer = await api.post(`/v1/databases/${id}/fork`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};
const remove = async (id: string) =>
  expect((await api.delete(`/v1/databases/${id}`)).status).toBe(204);

describe('a lineage', () => {
  test('of what is not there, is another workspace’s or not open to the token is refused', async () => {
    const source = await api.createDatabase({ name: 'hidden' });
    const { body } = await api.post('/v1/workspaces', { name: 'stranger' });
    const stranger = service.organization().with({ 'x-workspace-id': body.workspace.public_id });
    for (const answer of [
      await lineage('dbid1'),
      await stranger.get(`/v1/databases/${source.id}/lineage`),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
    const token = { kind: 'database', workspace_id: home, database_id: source.id };
    const limited = service.api(
      (await service.organization().post('/v1/tokens', token)).body.token,
    );
    expect((await limited.get(`/v1/databases/${source.id}/lineage`)).status).toBe(403);
    for (const query of ['?forks_limit=many', '?forks_limit=1.5', '?other=1']) {
      expect((await lineage(source.id, query)).status).toBe(400);
    }
    await remove(source.id);
    expect((await lineage(source.id)).status).toBe(404);
  });

  test('of a database without relatives is itself', async () => {
    const { id } = await api.createDatabase({ name: 'alone' });
    const alone = {
      database_id: id,
      root_id: id,
      ancestors: [],
      ancestors_truncated: false,
      forks: [],
      fork_count: 0,
    };
    expect((await lineage(id)).body).toEqual(alone);
  });

  test('goes up to the first one and down one step, and keeps the place of what is deleted', async () => {
    const first = await api.createDatabase({ name: 'first' });
    await api.loadCsv(first.id, 't', 'n\n1\n');
    const second = await forked(first.id, { name: 'second', description: ' why \n' });
    const third = await forked(second.id, { name: 'third', description: '  ' });
    const other = await forked(first.id, { name: 'other' });
    expect((await lineage(third.id)).body).toEqual({
      database_id: third.id,
      root_id: first.id,
      ancestors: [
        {
          database_id: second.id,
          exists: true,
          name: 'second',
          forked_at: third.created_at,
          snapshot_id: 1,
        },
        {
          database_id: first.id,
          exists: true,
          name: 'first',
          description: 'why',
          forked_at: second.created_at,
          snapshot_id: 2,
        },
      ],
      ancestors_truncated: false,
      forks: [],
      fork_count: 0,
    });
    const fork = { exists: true, snapshot_id: 2 };
    expect((await lineage(first.id, '?forks_limit=1')).body).toMatchObject({
      forks: [{ ...fork, database_id: other.id, name: 'other', forked_at: other.created_at }],
      fork_count: 2,
    });

    await remove(second.id);
    const below = (await lineage(third.id)).body;
    expect(below.ancestors).toMatchObject([
      { exists: false, name: 'second' },
      { exists: true, name: 'first' },
    ]);
    expect(below.root_id).toBe(first.id);
    const above = (await lineage(first.id)).body;
    expect(above.forks).toEqual([
      { ...fork, database_id: other.id, name: 'other', forked_at: other.created_at },
      {
        ...fork,
        database_id: second.id,
        exists: false,
        description: 'why',
        forked_at: second.created_at,
      },
    ]);
    await remove(first.id);
    const orphaned = (await lineage(third.id)).body;
    expect(orphaned.ancestors).toMatchObject([{ exists: false }, { exists: false, name: 'first' }]);
    expect(orphaned.root_id).toBe(first.id);
  });

  test('lists 25 forks unless told, 1 to 100, newest first, and counts all', async () => {
    const source = await api.createDatabase({ name: 'many' });
    const made: string[] = [];
    for (let index = 0; index < 27; index += 1) made.unshift((await forked(source.id)).id);
    const ids = async (query = '') => {
      const { body } = await lineage(source.id, query);
      expect(body.fork_count).toBe(27);
      return body.forks.map((one: Json) => one.database_id);
    };
    // Forks of one millisecond are ordered by id.
    expect((await ids()).length).toBe(25);
    expect((await ids('?forks_limit=0')).length).toBe(1);
    expect((await ids('?forks_limit=-5')).length).toBe(1);
    expect((await ids('?forks_limit=5000')).sort()).toEqual(made.sort());
  });

  test('names a database that has expired as one that is gone', async () => {
    const source = await api.createDatabase({ name: 'short', expires_at: '1h' });
    const fork = await forked(source.id, { name: 'long', expires_at: '' });
    const metadata = new Database(join(service.dataDir, 'quern.db'));
    metadata.prepare('UPDATE databases SET expires_at = 1 WHERE id = ?').run(source.id);
    metadata.close();
    expect((await lineage(fork.id)).body.ancestors).toMatchObject([
      { exists: false, name: 'short' },
    ]);
  });

  test('follows a reset, and stops after 100 ancestors without losing the first', async () => {
    const source = await api.createDatabase({ name: 'deep' });
    const fork = await forked(source.id, { description: 'trial' });
    await api.loadCsv(source.id, 't', 'n\n1\n');
    const reset = await api.request('POST', `/v1/databases/${fork.id}/reset`);
    expect(reset.status).toBe(200);
    const [ancestor] = (await lineage(fork.id)).body.ancestors;
    expect(ancestor).toMatchObject({ snapshot_id: 2, description: 'trial' });
    expect(ancestor.forked_at).toBe(reset.body.forked_from.forked_at);

    let last = fork.id;
    for (let depth = 0; depth < 100; depth += 1) last = (await forked(last, { name: 'deeper' })).id;
    const { body } = await lineage(last);
    expect([body.ancestors.length, body.ancestors_truncated, body.root_id]).toEqual([
      100,
      true,
      source.id,
    ]);
    expect(body.ancestors.at(-1).database_id).toBe(fork.id);
  });
});

describe('a fork that is given no name', () => {
  test('has that of its source with a suffix of its own, so that each name finds one database', async () => {
    const source = await api.createDatabase({ name: 'Ledger' });
    const [one, two] = [await forked(source.id), await forked(source.id, { name: null })];
    expect(one.name).toBe(`Ledger-${one.id.slice(-8)}`);
    expect(two.name).toBe(`Ledger-${two.id.slice(-8)}`);
    expect((await api.get('/v1/databases/by-name?name=ledger')).body.id).toBe(source.id);
    expect((await api.get(`/v1/databases/by-name?name=${one.name}`)).body.id).toBe(one.id);
    const again = await api.post('/v1/databases', { name: 'ledger', if_not_exists: true });
    expect([again.status, again.body.id]).toEqual([200, source.id]);
  });

  test('of a source that was given none either is named by its own id', async () => {
    const source = await api.createDatabase({});
    const fork = await forked(source.id);
    expect(fork.name).toBe(`database-${fork.id.slice(-8)}`);
  });

  test('of a source with the longest name has a name that is no longer', async () => {
    const name = `${'x'.repeat(1013)}\u{1F600}${'y'.repeat(9)}`;
    const source = await api.createDatabase({ name });
    const fork = await forked(source.id);
    expect(fork.name.length).toBeLessThanOrEqual(1024);
    expect(fork.name).toMatch(/^x+(\u{1F600})?y*-[0-9a-z]{8}$/u);
  });
});
