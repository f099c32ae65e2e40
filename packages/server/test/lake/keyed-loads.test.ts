import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { QuernError } from '../../src/kernel/errors.ts';
import { metadataKinds } from '../metadata/metadata-backends.ts';
import { bytesOf, fileOf, type Step, step } from './keyed-files.ts';
import { KeyedModel, printRow } from './keyed-model.ts';
import { LoadFixture } from './load-fixture.ts';

/** Sequences for each metadata database, and loads of one. Thousands were run by hand with these larger. */
const sequences = { sqlite: 30, postgres: 8 } as const;
const longest = 20;

describe.each(metadataKinds)('any sequence of loads on %s', (kind) => {
  test('leaves what a plain model has, whatever the modes, keys and formats', async () => {
    const fixture = await LoadFixture.open(kind);
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: longest }), (steps) => runSteps(fixture, steps)),
        // Shrinking a failure may take long; what is left of it then is shown.
        { numRuns: sequences[kind], interruptAfterTimeLimit: 90_000 },
      );
    } finally {
      await fixture.close();
    }
  }, 180_000);
});

async function runSteps(fixture: LoadFixture, steps: readonly Step[]): Promise<void> {
  const lakeId = await fixture.lake();
  const model = new KeyedModel();
  for (const one of steps) {
    if (one.restart) fixture.restart();
    const { mode, format, key } = one;
    const isKeyed = mode !== 'replace' && mode !== 'append';
    const file = fileOf(one, model.columns);
    const bytes = await bytesOf(fixture, file, one);
    const expected = refusal(one, model, file.rows.length);
    const answer = await fixture
      .load(lakeId, 't', { mode, key: isKeyed ? key : null }, { bytes, format })
      .catch((error: unknown) => error);
    if (expected !== null) expect(answer instanceof QuernError && answer.code, String(answer)).toBe(expected);
    else {
      model.load(mode, key, file);
      expect(answer, String(answer)).toMatchObject({ row_count: model.rows.length });
    }
    await expectContent(fixture, lakeId, model);
  }
}

/** The code that a load is refused with, or null. */
function refusal({ mode, key, nullKey }: Step, { columns }: KeyedModel, rowCount: number): string | null {
  if (mode === 'replace' || mode === 'append') return null;
  if (mode !== 'upsert' && columns === null) return 'NOT_FOUND';
  if (columns !== null && key.some((column) => !columns.includes(column))) return 'BAD_REQUEST';
  return nullKey && rowCount > 0 ? 'BAD_REQUEST' : null;
}

async function expectContent(fixture: LoadFixture, lakeId: string, model: KeyedModel): Promise<void> {
  const version = (await fixture.table(lakeId, 't'))?.version;
  if (model.columns === null) {
    expect(version ?? null).toBeNull();
    return;
  }
  expect(version?.columns.map(({ name }) => name)).toEqual(model.columns);
  expect(version?.rowCount).toBe(model.rows.length);
  const rows = (await fixture.read(lakeId, 't')) ?? [];
  expect(rows.map((row) => printRow(row, model.columns ?? [])).sort()).toEqual(model.content);
}
