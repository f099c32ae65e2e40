/** Metadata of a table (iceberg.apache.org/spec/#table-metadata), as far as reading requires. */
import { uniqueNames } from '../../kernel/unique-names.ts';
import { SourceError } from '../source-error.ts';
import {
  countOf,
  idOf,
  type Json,
  listOf,
  objectOf,
  oddAnswer,
  textOf,
  textsOf,
} from './json-values.ts';
import { type IcebergField, type IcebergType, readFields } from './type-map.ts';

export interface TableMetadata {
  readonly fields: readonly IcebergField[];
  /** Fields of all schemas of the table, by id: files and deletes may use old fields. */
  readonly everyField: ReadonlyMap<number, IcebergField>;
  /** Types of all fields and nested fields, by id; the kind's name for nested types. */
  readonly everyType: ReadonlyMap<number, string>;
  /** Names of the identifier fields at the top level. */
  readonly key: readonly string[];
  readonly comment: string | null;
  readonly snapshot: TableSnapshot | null;
  readonly specs: ReadonlyMap<number, readonly PartitionField[]>;
  /** Names of fields for files without ids. */
  readonly nameMapping: readonly MappedName[] | null;
}

export interface TableSnapshot {
  /** Path of the manifest list. */
  readonly manifestList: string;
  /** Row count recorded by the writer; null if absent. */
  readonly rows: number | null;
}

export interface PartitionField {
  /** Id of the value in manifests. */
  readonly id: number;
  readonly sourceId: number;
  readonly transform: string;
}

export interface MappedName {
  readonly id: number | null;
  readonly names: readonly string[];
  readonly fields: readonly MappedName[];
}

const readVersions: ReadonlySet<unknown> = new Set([1, 2, 3]);
const maxComment = 10_000;

/** The error for an unsupported feature: name and advice. */
export const refused = (what: string, advice: string) =>
  new SourceError(
    'unsupported',
    `The Iceberg table ${what}, which this service does not read; ${advice}`,
  );

/** Throws a SourceError for invalid or unsupported metadata. */
export function readTableMetadata(metadata: Json): TableMetadata {
  const version = metadata['format-version'];
  if (!readVersions.has(version))
    throw refused(
      `is of format version '${String(version).slice(0, 20)}'`,
      'wait for a newer Quern',
    );
  if (listOf(metadata['encryption-keys'], 'keys').length > 0)
    throw refused('is encrypted', 'copy it into one that is not');
  const schemas = schemasOf(metadata);
  const currentId = idOf(metadata['current-schema-id']);
  const current =
    schemas.find((schema) => idOf(schema['schema-id']) === currentId) ?? schemas.at(-1);
  if (!current) throw oddAnswer('a table without a schema');
  const fields = withUniqueNames(readFields(current));
  const everyField = new Map<number, IcebergField>();
  const everyType = new Map<number, string>();
  for (const schema of [...schemas, current]) {
    for (const field of readFields(schema)) {
      everyField.set(field.id, field);
      noteTypes(field, everyType);
    }
  }
  const keyIds = new Set(listOf(current['identifier-field-ids'], 'a key'));
  const properties = textsOf(metadata.properties);
  const mapping = properties['schema.name-mapping.default'];
  return {
    fields,
    everyField,
    everyType,
    key: fields.filter(({ id }) => keyIds.has(id)).map(({ name }) => name),
    comment: properties.comment?.slice(0, maxComment) ?? null,
    snapshot: snapshotOf(metadata),
    specs: specsOf(metadata),
    nameMapping: mapping === undefined ? null : readNameMapping(mapping),
  };
}

function noteTypes({ id, type }: IcebergField, types: Map<number, string>): void {
  types.set(id, type.kind === 'primitive' ? type.name : type.kind);
  for (const part of partsOf(type)) noteTypes(part, types);
}

function partsOf(type: IcebergType): readonly IcebergField[] {
  switch (type.kind) {
    case 'primitive':
      return [];
    case 'struct':
      return type.fields;
    case 'list':
      return [type.element];
    case 'map':
      return [type.key, type.value];
  }
}

/** Names in Iceberg are case-sensitive. */
function withUniqueNames(fields: readonly IcebergField[]): readonly IcebergField[] {
  const names = uniqueNames(fields.map(({ name }) => name));
  return fields.map((field) => {
    const name = names.get(field.name) ?? field.name;
    return name === field.name ? field : { ...field, name, sourceName: field.name };
  });
}

/** Version 1 may have a single schema, under another name. */
function schemasOf(metadata: Json): readonly Json[] {
  const schemas = listOf(metadata.schemas, 'schemas').map((one) => objectOf(one, 'a schema'));
  return schemas.length > 0 || metadata.schema === undefined
    ? schemas
    : [objectOf(metadata.schema, 'a schema')];
}

function snapshotOf(metadata: Json): TableSnapshot | null {
  const id = idOf(metadata['current-snapshot-id']);
  if (id === null || id === '-1') return null;
  const found = listOf(metadata.snapshots, 'snapshots')
    .map((one) => objectOf(one, 'a snapshot'))
    .find((snapshot) => idOf(snapshot['snapshot-id']) === id);
  if (!found) throw oddAnswer('a table whose current snapshot is missing');
  if (typeof found['manifest-list'] !== 'string')
    throw refused('has a snapshot without a list of manifests', 'write to it with a newer Iceberg');
  const rows = textsOf(found.summary)['total-records'];
  return {
    manifestList: found['manifest-list'],
    rows: rows !== undefined && /^\d{1,15}$/.test(rows) ? Number(rows) : null,
  };
}

function specsOf(metadata: Json): Map<number, readonly PartitionField[]> {
  // Version 1 may have a single spec, as a bare list of fields.
  const all = metadata['partition-specs'] ?? [{ 'spec-id': 0, fields: metadata['partition-spec'] }];
  const specs = listOf(all, 'partitions').map((one) => {
    const spec = objectOf(one, 'a partition spec');
    const fields = listOf(spec.fields, 'a partition spec').map((field, index) => {
      const { 'field-id': id, 'source-id': sourceId, transform } = objectOf(field, 'a partition');
      return {
        id: id === undefined ? firstPartitionId + index : countOf(id, 'a partition'),
        sourceId: countOf(sourceId, 'a partition'),
        transform: textOf(transform, 'a partition'),
      };
    });
    return [countOf(spec['spec-id'], 'a partition spec'), fields] as const;
  });
  return new Map(specs);
}

/** First id of partition fields in version 1. */
const firstPartitionId = 1000;

function readNameMapping(text: string): readonly MappedName[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw oddAnswer('a name mapping');
  }
  return mappedNames(value, 0);
}

function mappedNames(value: unknown, depth: number): readonly MappedName[] {
  if (depth > 100) throw oddAnswer('a name mapping that nests too deeply');
  return listOf(value, 'a name mapping').map((one) => {
    const entry = objectOf(one, 'a name mapping');
    return {
      id: typeof entry['field-id'] === 'number' ? entry['field-id'] : null,
      names: listOf(entry.names, 'a name mapping').map(String),
      fields: mappedNames(entry.fields, depth + 1),
    };
  });
}
