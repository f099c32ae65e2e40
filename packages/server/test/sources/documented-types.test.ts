/**
 * Compares docs/types.md with the tests, which take their rows from its tables, and with the maps
 * of types: no map may have a type missing in the docs.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseType, printType } from '../../src/engine/types/duckdb-type.ts';
import { scalars as bigqueryTypes } from '../../src/sources/bigquery/scalars.ts';
import { scalarTypes as ducklakeTypes } from '../../src/sources/ducklake/type-map.ts';
import { scalarTypes as icebergTypes } from '../../src/sources/iceberg/type-map.ts';
import { mappings as snowflakeTypes } from '../../src/sources/snowflake/type-map.ts';
import { typeHeadings } from './conformance/subject.ts';
import { documentedTypes } from './source-fixture.ts';

const docs = readFileSync(new URL('../../../../docs/types.md', import.meta.url), 'utf8');
const headings = [...docs.matchAll(/^## (Types of .* as a source)$/gm)].map(
  ([, heading]) => heading,
);

test('every table of the docs is run through sync, SQL and all formats, and none is run that is not there', () => {
  const withoutTable = 'Types of Parquet and CSV files as a source';
  expect(Object.values(typeHeadings).sort()).toEqual(
    headings.filter((heading) => heading !== withoutTable).sort(),
  );
  expect(docs).toContain(`## ${withoutTable}\n\nColumns of Parquet are those that DuckDB reads`);
});

test('every table is read by the tests of its driver', () => {
  const folder = new URL('.', import.meta.url);
  const texts = readdirSync(folder)
    .filter((name) => /-(?:source\.test|source\.slow|types\.test)\.ts$/.test(name))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'));
  for (const heading of Object.values(typeHeadings))
    expect([heading, texts.some((text) => text.includes(`documentedTypes('${heading}')`))]).toEqual(
      [heading, true],
    );
});

test('no table has the same value of a type twice', () => {
  for (const heading of Object.values(typeHeadings)) {
    const rows = documentedTypes(heading).map(({ sourceType, value }) => `${sourceType} ${value}`);
    expect(rows).toEqual([...new Set(rows)]);
  }
});

const ownNames = (heading: string) =>
  new Set(
    documentedTypes(heading).map(({ sourceType }) =>
      sourceType.replace(/[<([].*$/, '').toUpperCase(),
    ),
  );

test.each([
  ['Snowflake', typeHeadings.snowflake, Object.keys(snowflakeTypes)],
  // REST has other names of these types.
  [
    'BigQuery',
    typeHeadings.bigquery,
    Object.keys(bigqueryTypes).filter((name) => !/^(INTEGER|FLOAT|BOOLEAN)$/.test(name)),
  ],
  // The text above the table names types that pyiceberg does not write.
  [
    'Iceberg',
    typeHeadings.iceberg,
    Object.keys(icebergTypes).filter((name) => name !== 'timestamp_ns'),
  ],
])('what is known of the types of %s is in its table', (_source, heading, names) => {
  const documented = ownNames(heading);
  expect(names.filter((name) => !documented.has(name.toUpperCase()))).toEqual([]);
});

test('what is known of the types of DuckLake is in its table, by the names that DuckDB has', () => {
  const documented = new Set(
    documentedTypes(typeHeadings.ducklake).map(({ sourceType }) =>
      printType(parseType(sourceType)),
    ),
  );
  expect(Object.values(ducklakeTypes).filter((name) => !documented.has(name))).toEqual([]);
  expect(docs).toContain('`timestamp_ns` becomes `TIMESTAMP_NS`');
});
