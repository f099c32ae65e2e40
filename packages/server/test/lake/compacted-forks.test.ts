import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collect } from '../../src/maintenance/sweeps.ts';
import { removeDatabase } from '../../src/metadata/remove-database.ts';
import { rowsOfLakes } from '../maintenance/rows-of-lakes.ts';
import { dayMs, graceMs, never } from '../maintenance/sweep-fixture.ts';
import { metadataKinds } from '../metadata/metadata-backends.ts';
import { randomLimit, randomRuns } from '../random-runs.ts';
import { LoadFixture } from './load-fixture.ts';

const quietMs = 61_000;
const retentionMs = 7 * dayMs;

interface Fork {
  readonly id: string;
  readonly lakeId: string;
  readonly source: Fork | null;
  /** Expected rows of the table. */
  ids: readonly number[];
  isGone: boolean;
}

const kinds = [
  'append',
  'append',
  'append',
  'delete',
  'compact',
  'compact',
  'fork',
  'reset',
  'collect',
  'remove',
];
const aStep = fc.record({ kind: fc.constantFrom(...kinds), index: fc.nat(1000) });

/** A tree of databases that share files, with the expected rows of each. */
class Tree {
  readonly fixture: LoadFixture;
  readonly all: Fork[] = [];
  compacted = 0;
  #next = 0;

  constructor(fixture: LoadFixture) {
    this.fixture = fixture;
  }

  get live(): Fork[] {
    return this.all.filter(({ isGone }) => !isGone);
  }

  async create(): Promise<Fork> {
    const root = { ...(await this.fixture.database()), source: null, ids: [], isGone: false };
    this.all.push(root);
    await this.append(root);
    return root;
  }

  async append(to: Fork): Promise<void> {
    const added = Array.from({ length: 10 }, () => this.#next++);
    await this.#load(to, 'append', added);
    to.ids = [...to.ids, ...added];
  }

  /** Every third row: most files then have deleted rows. */
  async delete(from: Fork): Promise<void> {
    const gone = from.ids.filter((_, index) => index % 3 === 0);
    if (gone.length === 0) return;
    await this.#load(from, 'delete', gone);
    from.ids = from.ids.filter((id) => !gone.includes(id));
  }

  async compact({ lakeId }: Fork): Promise<void> {
    this.fixture.sweeps.clock.advance(quietMs);
    this.compacted += (await this.fixture.compact(lakeId, 't')).length;
  }

  async fork(source: Fork): Promise<Fork> {
    const made = {
      ...(await this.fixture.fork(source.id)),
      source,
      ids: source.ids,
      isGone: false,
    };
    this.all.push(made);
    return made;
  }

  async reset(fork: Fork): Promise<void> {
    if (fork.source === null || fork.source.isGone) return;
    await this.fixture.reset(fork.id);
    fork.ids = fork.source.ids;
  }

  async remove(fork: Fork): Promise<void> {
    const { metadata, clock } = this.fixture.sweeps;
    const row = { id: fork.id, default_connection_id: fork.lakeId };
    await metadata.transaction((trx) => removeDatabase(trx, row, clock.now()));
    fork.isGone = true;
  }

  /** No file remains that only earlier versions need. */
  async collect(): Promise<void> {
    this.fixture.sweeps.clock.advance(retentionMs + graceMs + 1);
    await collect(this.fixture.services, never);
  }

  async verify(): Promise<void> {
    for (const { lakeId, ids } of this.live) {
      const rows = (await this.fixture.read(lakeId, 't')) ?? [];
      expect(rows.map(({ id }) => Number(id)).sort((one, other) => one - other)).toEqual(ids);
    }
  }

  async run({ kind, index }: { kind: string; index: number }): Promise<void> {
    const one = this.live[index % Math.max(1, this.live.length)] ?? (await this.create());
    if (kind === 'append') await this.append(one);
    else if (kind === 'delete') await this.delete(one);
    else if (kind === 'compact') await this.compact(one);
    else if (kind === 'fork') await this.fork(one);
    else if (kind === 'reset') await this.reset(one);
    else if (kind === 'remove') await this.remove(one);
    else await this.collect();
    await this.verify();
  }

  async #load({ lakeId }: Fork, mode: 'append' | 'delete', ids: readonly number[]): Promise<void> {
    const file = { bytes: Buffer.from(`id\n${ids.join('\n')}\n`), format: 'csv' } as const;
    await this.fixture.load(lakeId, 't', { mode, key: mode === 'delete' ? ['id'] : null }, file);
  }
}

describe.each(metadataKinds)('forks whose tables are compacted, on %s', (kind) => {
  let fixture: LoadFixture;
  beforeEach(async () => {
    fixture = await LoadFixture.open(kind);
  });
  afterEach(() => fixture.close());

  test(
    'hold what plain copies would, whatever is forked, reset, compacted, removed and collected',
    async () => {
      let compacted = 0;
      const runs = fc.asyncProperty(
        fc.boolean(),
        fc.array(aStep, { minLength: 15, maxLength: 40 }),
        async (keepsSmallFiles, steps) => {
          fixture.keepsSmallFiles = keepsSmallFiles;
          const tree = new Tree(fixture);
          await tree.create();
          for (const step of steps) await tree.run(step);
          compacted += tree.compacted;
          for (const one of tree.live) await tree.remove(one);
          await tree.collect();
          expect(await fixture.sweeps.objectKeys('lakes/')).toEqual([]);
          expect((await rowsOfLakes(fixture.sweeps.metadata)).lake_small_files).toBe(0);
        },
      );
      await fc.assert(runs, randomRuns(kind === 'sqlite' ? 4 : 2, 40_000));
      expect(compacted).toBeGreaterThan(0);
    },
    randomLimit(120_000),
  );

  test('of forks follow a reset of the one between, each in its turn, and go on apart from then', async () => {
    const tree = new Tree(fixture);
    const root = await tree.create();
    const middle = await tree.fork(root);
    const last = await tree.fork(middle);
    for (let load = 0; load < 4; load += 1)
      for (const one of [root, middle, last]) await tree.append(one);
    await tree.delete(middle);
    await tree.compact(middle);
    await tree.reset(middle);
    await tree.verify();
    await tree.reset(last);
    expect(last.ids).toEqual(root.ids);
    await tree.verify();
    // Each database compacts the shared files for itself.
    for (const one of [last, root, middle]) {
      await tree.compact(one);
      await tree.append(one);
      await tree.collect();
      await tree.verify();
    }
    expect(tree.compacted).toBe(4);
    await tree.remove(root);
    await tree.collect();
    await tree.verify();
    await expect(fixture.reset(middle.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await tree.reset(last);
    expect(last.ids).toEqual(middle.ids);
    await tree.verify();
  });
});
