import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonDepthFunctions } from '../../src/engine/functions/json-depth-functions.ts';
import { evolve } from '../../src/engine/ingest/type-evolution.ts';
import { connectSandbox, openSandbox } from '../../src/engine/sandbox.ts';
import { inspectFile } from '../../src/engine/tasks/ingest-inspect-file.ts';
import { writeTableFiles } from '../../src/engine/tasks/ingest-write-table-files.ts';
import { IngestFixture } from './ingest-fixture.ts';

let fixture: IngestFixture;
beforeAll(async () => {
  fixture = await IngestFixture.open();
});
afterAll(() => fixture.close());

const lines = Array.from({ length: 100_000 }, (_, index) => index);
const files: readonly (readonly [string, () => Promise<Uint8Array | string>, 'gzip' | null])[] = [
  ['csv', async () => `i,s\n${lines.map((i) => `${i},s${i}\n`).join('')}`, null],
  ['csv', async () => gzipSync(`i,s\n${lines.map((i) => `${i},s${i}\n`).join('')}`), 'gzip'],
  ['json', async () => lines.map((i) => `{"i":${i},"s":"s${i}"}\n`).join(''), null],
];

describe('a load in the locked engine of a worker', () => {
  it.each(files)(
    'of %s writes several files, and needs nothing that is locked',
    async (format, content, contentEncoding) => {
      const tempDir = join(fixture.spoolDir, 'temp');
      mkdirSync(tempDir, { recursive: true });
      const options = { tempDir, maxTempBytes: 1e9, memoryBytes: 1e9, threads: 2 };
      const allowedDirectories = [fixture.directory, fixture.spoolDir];
      const instance = await openSandbox(
        { ...options, allowedDirectories },
        { catalogs: [], functions: jsonDepthFunctions, statements: [] },
      );
      const connection = await connectSandbox(instance);
      try {
        const context = { connection, spoolDir: fixture.spoolDir, emit: () => undefined };
        const path = fixture.file('');
        writeFileSync(path, await content());
        const inspected = await inspectFile(context, { path, contentEncoding });
        expect(inspected.format).toBe(format);
        const evolved = evolve([], inspected.columns, 'replace', 1);
        if (evolved.kind === 'conflict') throw new Error('an empty table conflicts with nothing');
        const { source, columns } = inspected;
        // Sent between processes, so plain values only.
        const request = structuredClone({
          source,
          columns,
          target: evolved.sources,
          targetFileBytes: 100_000,
        });
        const written = structuredClone(await writeTableFiles(context, request));
        expect(written.rowCount).toBe(100_000);
        const rows = await fixture.read(written.files, evolved.columns);
        const byNumber = rows
          .map(({ i, s }) => [Number(i), s] as const)
          .sort(([left], [right]) => left - right);
        expect(byNumber).toEqual(lines.map((i) => [i, `s${i}`]));
      } finally {
        connection.closeSync();
        instance.closeSync();
      }
    },
  );
});
