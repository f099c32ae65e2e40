import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, type RunningService, startService } from '../service.ts';

let service: RunningService;
let api: Api;
beforeAll(async () => {
  service = await startService();
  api = service.api();
});
afterAll(() => service.dispose());

test('smoke', async () => {
  const source = await api.createDatabase({ name: 'src', schemas: [{ name: 's', tables: [{ name: 'empty', key: ['id'] }] }] });
  await api.loadCsv(source.id, 't', 'id\n1\n');
  const fork = await api.post(`/v1/databases/${source.id}/fork`, {});
  console.log(fork.status, JSON.stringify(fork.body));
  console.log((await api.query(fork.body.id, 'select * from main.t')).body);
  await api.loadCsv(fork.body.id, 't', 'id,b\n2,x\n', { mode: 'append' }, );
  await api.loadCsv(source.id, 't', 'id\n5\n', { mode: 'append' }, );
  console.log((await api.query(fork.body.id, 'select * from main.t')).body);
  console.log((await api.query(source.id, 'select * from main.t')).body);
  console.log(JSON.stringify((await api.get(`/v1/databases/${source.id}/snapshots`)).body));
  console.log(JSON.stringify((await api.get(`/v1/databases/${fork.body.id}/snapshots`)).body));
  const r = await api.request('POST', `/v1/databases/${fork.body.id}/reset`);
  console.log(r.status, JSON.stringify(r.body));
  console.log((await api.query(fork.body.id, 'select * from main.t')).body);
  const old = await api.post(`/v1/databases/${source.id}/fork`, { snapshot_id: 2 });
  console.log((await api.query(old.body.id, 'select * from main.t')).body);
  console.log((await api.query(old.body.id, 'select * from s.empty')).body);
  expect(1).toBe(1);
});
