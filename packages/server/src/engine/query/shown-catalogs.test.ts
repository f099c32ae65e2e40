import { expect, test } from 'vitest';
import type { DeclaredCatalog } from '../../plan/types.ts';
import { withShownCatalogs, writeShown } from './shown-catalogs.ts';

const columns = Array.from({ length: 20 }, (_unused, at) => ({ name: `c${at}`, type: 'INTEGER' }));
const tables = Array.from({ length: 10_000 }, (_unused, at) => ({
  ...{ name: `table_${at}`, id: `id_${at}`, loaded: true, columns },
}));
const catalogs: readonly DeclaredCatalog[] = [{ name: 'src', schemas: [{ name: 'main', tables }] }];

/** The result of the work, and the number of turns that other work had meanwhile. */
async function withTurns<T>(
  work: Promise<T>,
): Promise<{ readonly made: T; readonly turns: number }> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const made = await work;
  isDone = true;
  return { made, turns };
}

test('while very many tables are written others have their turn, and who asks meanwhile waits for the same text', async () => {
  const both = () => Promise.all([writeShown(catalogs, false), writeShown(catalogs, false)]);
  const first = await withTurns(both());
  expect(first.turns).toBeGreaterThan((tables.length * columns.length) / 10_000);
  const [one, other] = first.made;
  expect(other).toEqual(one);
  const again = await withTurns(writeShown(catalogs, false));
  expect([again.made.digest, again.turns]).toEqual([one.digest, 0]);
  const request = { catalogs: [] } as unknown as Parameters<typeof withShownCatalogs>[0];
  const [shown] = withShownCatalogs(request, one).catalogs;
  expect(shown?.schemas[0]?.tables.map(({ name }) => name)).toEqual(tables.map(({ name }) => name));
});
