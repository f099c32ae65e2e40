import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Asked, HasFiles } from '../../src/engine/engine.ts';
import { evolve, type LakeColumn } from '../../src/engine/ingest/type-evolution.ts';
import type { WrittenTable } from '../../src/engine/ingest/write-into-spool.ts';
import type { HasEngine } from '../../src/engine/tasks/engine-tasks.ts';
import { type InspectedFile, inspectFile } from '../../src/engine/tasks/ingest-inspect-file.ts';
import { writeGuessedCsv } from '../../src/engine/tasks/ingest-write-guessed-csv.ts';
import { writeTableFiles } from '../../src/engine/tasks/ingest-write-table-files.ts';
import { conflict, QuernError } from '../../src/kernel/errors.ts';
import { writeSource } from '../../src/loading/write-source.ts';
import { withFiles, withPaths } from '../engine/held-paths.ts';
import { IngestFixture } from './ingest-fixture.ts';

let fixture: IngestFixture;
beforeAll(async () => {
  fixture = await IngestFixture.open();
});
afterAll(() => fixture.close());

/** More than the 4 MiB from which on a file is guessed at; some 30 bytes a row. */
const rowCount = 130_000;
const header = 'id,at,price,note\n';
const row = (index: number, price = `${index % 1000}.25`) =>
  `${index},2024-01-01 00:${String(Math.floor(index / 60) % 60).padStart(2, '0')}:${String(index % 60).padStart(2, '0')},${price},note ${index % 7}\n`;
const rows = (count: number, price?: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => row(index, price?.(index))).join('');
const usual = header + rows(rowCount);

interface Call {
  readonly task: string;
  readonly isGuess: boolean;
}

/** Runs the tasks here, and returns the names of the tasks run. */
function engine(): { calls: Call[]; engine: HasEngine['engine'] } {
  const calls: Call[] = [];
  const tasks = { inspectFile, writeTableFiles, writeGuessedCsv };
  const run = async (task: keyof typeof tasks, request: never) => {
    const answer = await tasks[task](fixture.context, withPaths<never>(request));
    calls.push({ task, isGuess: 'isGuess' in answer && answer.isGuess });
    return withFiles(answer);
  };
  return { calls, engine: { run } as unknown as HasEngine['engine'] };
}

const limits = { workspaceId: 'test', deadlineMs: 60_000 };

async function load(
  text: string | Uint8Array,
  table: readonly LakeColumn[] = [],
  mode: 'replace' | 'append' = 'replace',
) {
  const { calls, engine: running } = engine();
  const evolveTable = async (inspected: Asked<InspectedFile>) => {
    const evolution = evolve(table, inspected.columns, mode, 100);
    if (evolution.kind === 'conflict')
      throw conflict(`${evolution.column}: ${evolution.from} and ${evolution.to}`);
    return { ...evolution, inspected };
  };
  const file = { path: { held: fixture.file(text) }, format: 'csv' as const };
  const target = { evolve: evolveTable, layout: {} };
  const services = { engine: running, files: {} as HasFiles['files'] };
  const { columns, written } = await writeSource(services, file, target, limits);
  return {
    columns,
    written: withPaths<WrittenTable>(written),
    calls: calls.map(({ task, isGuess }) => (isGuess ? `${task} (guess)` : task)),
  };
}

const types = (columns: readonly LakeColumn[]) => columns.map(({ type }) => type);

describe('a large CSV file', () => {
  it('is written by a guess, and holds what an inspected one holds', async () => {
    const { columns, written, calls } = await load(usual);
    expect(calls).toEqual(['inspectFile (guess)', 'writeGuessedCsv']);
    const inspected = await fixture.load(usual, { format: 'csv' });
    expect(types(columns)).toEqual(['BIGINT', 'TIMESTAMP', 'DOUBLE', 'VARCHAR']);
    expect(types(columns)).toEqual(types(inspected.columns));
    expect(written.rowCount).toBe(rowCount);
    expect(written.files.map(({ path, ...file }) => file.rowCount)).toEqual(
      inspected.files.map((file) => file.rowCount),
    );
    expect(await fixture.read(written.files, columns)).toEqual(inspected.rows);
  });

  it.each([
    ['the last row is of another type', `${rowCount},2024-01-01 00:00:00,n/a,x\n`, 'VARCHAR'],
    [
      'the last row has digits that a double loses',
      `${rowCount},2024-01-01 00:00:00,1.000000000000000001,x\n`,
      'DECIMAL(38,18)',
    ],
    [
      'a row is longer than two megabytes',
      `1,2024-01-01 00:00:00,1.5,${'x'.repeat(2_500_000)}\n`,
      'DOUBLE',
    ],
  ])('is inspected whole where %s', async (_name, odd, priceType) => {
    // In the middle, outside the sample.
    const half = rows(rowCount / 2 + 1234);
    const { columns, written, calls } = await load(header + half + odd + half);
    expect(calls).toEqual(['inspectFile (guess)', 'writeGuessedCsv', 'writeTableFiles']);
    expect(columns[2]?.type).toBe(priceType);
    expect(written.rowCount).toBe(rowCount + 2469);
  });

  it('of doubles with all their digits is written by a guess that compares each, and is exact', async () => {
    const price = (index: number) => String((index + 1) / 3);
    const { columns, written, calls } = await load(header + rows(rowCount, price));
    expect(calls).toEqual(['inspectFile (guess)', 'writeGuessedCsv']);
    expect(columns[2]?.type).toBe('DOUBLE');
    const read = await fixture.read(written.files, columns);
    expect(read.map((one) => one.price)).toEqual(
      Array.from({ length: rowCount }, (_, index) => (index + 1) / 3),
    );
  });

  it('of doubles with one value that is none becomes exact decimals', async () => {
    const price = (index: number) =>
      index === rowCount / 2 + 77 ? '1.000000000000000001' : `${index}.1234567890123`;
    const { columns, written, calls } = await load(header + rows(rowCount, price));
    expect(calls.at(-1)).toBe('writeTableFiles');
    expect(columns[2]?.type).toBe('DECIMAL(38,18)');
    const read = await fixture.read(written.files, columns);
    expect(read[rowCount / 2 + 77]?.price).toBe('1.000000000000000001');
    expect(read[5]?.price).toBe('5.123456789012300000');
  });

  it('is refused with the line that breaks the rules, and leaves nothing behind', async () => {
    const before = fixture.spoolEntries();
    const broken = load(`${usual}1,2\n`);
    await expect(broken).rejects.toThrow(
      `Line ${rowCount + 2} of the CSV file has 2 fields where the header has 4`,
    );
    await expect(broken).rejects.toBeInstanceOf(QuernError);
    await expect(load(Buffer.concat([Buffer.from(usual), Buffer.of(0xff, 0x0a)]))).rejects.toThrow(
      'is not UTF-8',
    );
    expect(fixture.spoolEntries()).toEqual(before);
  });

  it('with quoted line ends and a byte order mark is loaded whole', async () => {
    const quoted = Array.from(
      { length: 60_000 },
      (_, index) => `${index},"line\n${index}, ""quoted"" ${'y'.repeat(60)}"\n`,
    );
    const { columns, written } = await load(`\uFEFFid,text\n${quoted.join('')}`);
    expect(types(columns)).toEqual(['BIGINT', 'VARCHAR']);
    const read = await fixture.read(written.files, columns);
    expect(read).toHaveLength(60_000);
    expect(read[59_999]).toEqual({ id: '59999', text: `line\n59999, "quoted" ${'y'.repeat(60)}` });
  });

  it('appended is judged by all of its rows, not by the guess', async () => {
    const table = [{ id: 1, name: 'price', type: 'DATE', nullable: true }] as const;
    // The sample sees numbers; the whole file is text, which conflicts with DATE in other words.
    const half = rows(rowCount / 2 + 1234);
    const appended = load(`${header}${half}1,2024-01-01 00:00:00,odd,x\n${half}`, table, 'append');
    await expect(appended).rejects.toThrow('price: DATE and VARCHAR');
  });

  it('in a table of decimals keeps every digit, whatever the guess says', async () => {
    const table = [{ id: 3, name: 'price', type: 'DECIMAL(38,18)', nullable: true }] as const;
    const price = (index: number) => `${index}.123456789012345678`;
    const { columns, written } = await load(header + rows(rowCount, price), table, 'append');
    expect(columns[0]?.type).toBe('DECIMAL(38,18)');
    expect((await fixture.read(written.files, columns))[42]?.price).toBe('42.123456789012345678');
  });
});
