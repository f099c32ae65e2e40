import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { type RunningService, startService } from '../service.ts';

let service: RunningService | undefined;
afterEach(() => service?.dispose());

it('does a load job once, when the service dies between the commit of the load and the end of the job', async () => {
  service = await startService();
  const { dataDir } = service;
  const database = await service.api().createDatabase();
  const inMetadata = (sql: string) => {
    const metadata = new Database(join(dataDir, 'quern.db'), { timeout: 5_000 });
    metadata.exec(sql);
    metadata.close();
  };
  // The load commits, and the job cannot: for the metadata it is as if the process had died just
  // there.
  inMetadata(`create trigger no_end before update on jobs when new.status = 'succeeded'
    begin select raise(abort, 'the test wants it so'); end`);
  const submitted = await service
    .api()
    .load(database.id, 't', { mode: 'append', async: true, data: 'a\n1\n2\n' });
  expect(submitted.status).toBe(202);
  const rows = () => service?.api().query(database.id, 'SELECT a FROM t ORDER BY a');
  await eventually(async () => expect((await rows())?.body.rows).toEqual([[1], [2]]));
  await service.kill();
  inMetadata('drop trigger no_end');

  service = await startService({ dataDir });
  const { body } = await eventually(async () => {
    const job = await service?.api().get(`/v1/jobs/${submitted.body.id}`);
    if (job?.body.status !== 'succeeded') throw new Error(`the job is ${job?.body.status}`);
    return job;
  });
  expect(body.result.row_count).toBe(2);
  expect(body.attempts).toBe(2);
  expect((await rows())?.body.rows).toEqual([[1], [2]]);
});
