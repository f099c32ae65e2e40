import { expect, test } from 'vitest';
import { mapDuckdbError } from './duckdb/map-duckdb-error.ts';
import { mapEngineError } from './file-engine/map-engine-error.ts';

const told = (message: string) => {
  const thrown = new Error(message);
  return [mapDuckdbError(thrown, '/a.duckdb'), mapEngineError(thrown, 'the DuckLake')];
};

test.each([
  'IO Error: Could not write file "/d/x.tmp": No space left on device',
  'IO Error: Cannot open file "/d/x.parquet": Read-only file system',
  'Out of Memory Error: failed to offload data block of size 256.0 KiB (9.0 GiB/9.0 GiB used).',
])('a disk that takes no more is told by every engine of files: %s', (message) => {
  for (const error of told(message)) expect(error).toMatchObject({ class: 'disk_full' });
});

test('a value, or a name, that says so is of no disk', () => {
  const words = 'write failed: No space left on device';
  const [file, lake] = told(
    `Conversion Error: Could not convert string '${words}' to INT32 when casting from source column m`,
  );
  expect(file).toMatchObject({ class: 'table_failed', sourceCode: 'Conversion' });
  expect(lake).toMatchObject({ class: 'value_not_representable' });
  const [unbound, unboundInLake] = told(`Binder Error: Referenced column "${words}" not found`);
  expect(unbound).toMatchObject({ class: 'table_failed' });
  expect(unboundInLake).toMatchObject({ class: 'source_failed' });
});
