import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DrippingServer, startDrippingPostgres } from './postgres-messages.ts';
import { SourceFixture } from './source-fixture.ts';

const fixture = new SourceFixture('postgres', { silenceMs: 800 });
let server: DrippingServer;
beforeAll(async () => {
  server = await startDrippingPostgres();
});
afterAll(async () => {
  await fixture.close();
  server.close();
});

test('a server that only keeps its session open is left long before the deadline', async () => {
  const fields = { host: '127.0.0.1', port: server.port, user: 'me', database: 'shop' };
  const config = fixture.config(fields);
  const silent = {
    class: 'time_limit',
    message: expect.stringMatching(
      /^The source sent next to nothing for 1 s and was left; .*QUERN_SOURCE_SILENCE/,
    ),
  };
  const hour = 3_600_000;
  await expect(
    fixture.extract(config, { schema: 'public', table: 't' }, { deadlineMs: hour }),
  ).rejects.toMatchObject(silent);
  await expect(fixture.discover(config, {}, hour)).rejects.toMatchObject(silent);
  await expect(fixture.check(config, hour)).rejects.toMatchObject(silent);
  expect(server.asked()).toBe(3);
}, 60_000);
