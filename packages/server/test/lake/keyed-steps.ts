import { expect } from 'vitest';
import { QuernError } from '../../src/kernel/errors.ts';
import { bytesOf, fileOf, type Step } from './keyed-files.ts';
import { type KeyedModel, printRow } from './keyed-model.ts';
import type { LoadFixture } from './load-fixture.ts';

/**
 * Loads a step into table `t` and into the model; both accept the step, or the load is refused as
 * the model says.
 */
export async function runStep(
  fixture: LoadFixture,
  lakeId: string,
  model: KeyedModel,
  one: Step,
): Promise<void> {
  const { mode, format, key } = one;
  const isKeyed = mode !== 'replace' && mode !== 'append';
  const file = fileOf(one, model.columns);
  const bytes = await bytesOf(fixture, file, one);
  const expected = refusal(one, model, file.rows.length);
  const answer = await fixture
    .load(lakeId, 't', { mode, key: isKeyed ? key : null }, { bytes, format })
    .catch((error: unknown) => error);
  if (expected !== null)
    expect(answer instanceof QuernError && answer.code, String(answer)).toBe(expected);
  else {
    model.load(mode, key, file);
    expect(answer, String(answer)).toMatchObject({ row_count: model.rows.length });
  }
}

/** The code that a load is refused with, or null. */
function refusal(
  { mode, key, nullKey }: Step,
  { columns }: KeyedModel,
  rowCount: number,
): string | null {
  if (mode === 'replace' || mode === 'append') return null;
  if (mode !== 'upsert' && columns === null) return 'NOT_FOUND';
  if (columns !== null && key.some((column) => !columns.includes(column))) return 'BAD_REQUEST';
  return nullKey && rowCount > 0 ? 'BAD_REQUEST' : null;
}

export async function expectContent(
  fixture: LoadFixture,
  lakeId: string,
  model: KeyedModel,
): Promise<void> {
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
