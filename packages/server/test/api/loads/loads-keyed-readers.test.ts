import { afterEach, expect, it } from 'vitest';
import { openAccounts, transferWhileReading } from '../../lake/transfers.ts';
import { type RunningService, startService } from '../../service.ts';

let service: RunningService | undefined;
afterEach(() => service?.dispose());

it('shows readers the table before a keyed load or after it, and a restarted service the last one', async () => {
  service = await startService();
  const first = service.api();
  const { id } = await first.createDatabase();
  await openAccounts(first, id);
  const seen = await transferWhileReading({
    databaseId: id,
    writers: [first],
    readers: [first, first, first],
    transfers: 24,
  });
  expect(seen).toBeGreaterThan(3);
  const content = async () =>
    (await service?.api().query(id, 'SELECT * FROM accounts ORDER BY id'))?.body.rows;
  const before = await content();
  const { dataDir } = service;
  await service.stop();
  service = await startService({ dataDir });
  expect(await content()).toEqual(before);
  const again = service.api();
  expect(
    (await again.loadCsv(id, 'accounts', 'id\n0\n5\n', { mode: 'delete', key: ['id'] })).row_count,
  ).toBe(22);
  expect(await content()).toEqual(
    before.filter(([account]: [number]) => account !== 0 && account !== 5),
  );
});
