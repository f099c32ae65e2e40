/** The schemas against `fixtures/objects.tsv`, see docs/contract/README.md#transcribed-tables. */
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../src/index.ts';
import { endpoints, schemasByName } from '../src/index.ts';
import { readTable } from './fixtures/read-table.ts';

const rows = readTable('objects.tsv', ['object', 'field', 'required', 'null ok', 'type']);
const objectNames = [...new Set(rows.map((row) => row.object))];

/** Fields that the contract or newer clients add to the transcribed fields. */
const addedFields: Readonly<Record<string, readonly string[]>> = {
  ApiErrorDetail: ['sqlstate'],
  QueryResponse: ['command', 'rows_affected'],
  AddManagedTableDecl: ['constant_per_key'],
  AddManagedTableRequest: ['constant_per_key'],
  ColumnInfo: ['arrow_type', 'comment', 'source_type'],
  ColumnProfileInfo: ['arrow_type', 'estimates'],
  CreateIndexRequest: [
    'algorithm',
    'nlist',
    'probe_fraction',
    'vector_precision',
    'stemming',
    'stop_words',
    'ngram',
    'on_embedding_failure',
  ],
  LoadManagedTableRequest: [
    'delimiter',
    'quote',
    'null_values',
    'decimal',
    'encoding',
    'skip',
    'date_format',
  ],
  WorkspaceUsageResponse: ['embedded_text_count', 'embedding_token_count'],
  IndexEntryResponse: [
    'algorithm',
    'nlist',
    'probe_fraction',
    'vector_precision',
    'stemming',
    'stop_words',
    'ngram',
    'error_message',
    'on_embedding_failure',
  ],
  IndexInfoResponse: [
    'algorithm',
    'nlist',
    'probe_fraction',
    'vector_precision',
    'stemming',
    'stop_words',
    'ngram',
    'error_message',
    'on_embedding_failure',
  ],
  CreateDatabaseRequest: ['description', 'if_not_exists'],
  CreateDatabaseResponse: ['created', 'created_at', 'forked_from'],
  DatabaseDetailResponse: ['forked_from'],
  DatabaseSummary: ['forked_from'],
  ForkDatabaseRequest: ['at', 'description', 'snapshot_id'],
  GetConnectionResponse: ['discovered_at', 'discovery_error', 'discovery_status'],
  GetResultResponse: ['column_types', 'total_row_count'],
  JobStatusResponse: ['progress'],
  LoadManagedTableResponse: ['embedded_row_count', 'waiting_row_count', 'warnings'],
  QueryRequest: ['profile'],
  QueryRunInfo: ['database_snapshots', 'dialect', 'reused_result_id'],
  RefreshRequest: ['full', 'remove_gone'],
  ResultInfo: ['expires_at', 'query_run_id', 'row_count'],
  TableInfo: [
    'comment',
    'constant_per_key',
    'indexes',
    'kind',
    'primary_key',
    'refresh',
    'row_estimate',
    'state',
    'sync_error',
  ],
  TableRefreshResult: ['mode', 'rows_removed'],
  // The tag of a union, which the transcribed table has no row for.
  BooleanProfileDetail: ['type'],
  CategoricalProfileDetail: ['type'],
  NumericProfileDetail: ['type', 'quantiles'],
  TemporalProfileDetail: ['type'],
  TextProfileDetail: ['type'],
};

/** Fields of responses that newer clients cannot do without. */
const newlyRequired = ['TableInfo.constant_per_key'];

/** Values of vocabularies that newer clients add. */
const addedValues: Readonly<Record<string, readonly string[]>> = {
  JobType: ['database_fork', 'table_constants_update'],
};

function schemaOf(name: string): JsonSchema {
  const schema = schemasByName.get(name);
  if (schema === undefined) throw new Error(`${name} has no schema`);
  return schema as JsonSchema;
}

/** Takes null off a schema: what remains, and whether null was there. */
function withoutNull(schema: JsonSchema): { schema: JsonSchema; nullOk: boolean } {
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== 'null');
    return { schema: { ...schema, type: types[0] }, nullOk: types.length < schema.type.length };
  }
  const members = schema.anyOf as JsonSchema[] | undefined;
  if (schema.title === undefined && members?.some((member) => member.type === 'null')) {
    return { schema: members.find((member) => member.type !== 'null') ?? {}, nullOk: true };
  }
  return { schema, nullOk: typeOf(schema) === 'any JSON' };
}

/** A schema in the words of the table's type column. */
function typeOf(schema: JsonSchema): string {
  if (typeof schema.title === 'string') return schema.title;
  if (schema.type === undefined) return 'any JSON';
  if (schema.format === 'date-time') return 'timestamp';
  if (schema.type === 'array') return `array of ${typeOf(schema.items as JsonSchema)}`;
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object') {
    return `object of ${typeOf(schema.additionalProperties as JsonSchema)}`;
  }
  const least = schema.minimum === undefined ? [] : [`>= ${schema.minimum}`];
  const most = schema.maximum === undefined ? [] : [`<= ${schema.maximum}`];
  return [String(schema.type), [...least, ...most].join(', ')].filter(Boolean).join(' ');
}

/** Bounds that the contract states and the table does not: parts are counted from one. */
const statedBounds: Readonly<Record<string, string>> = {
  'FinalizeUploadPart.part_number': 'integer >= 1',
  'MintUploadPartsRequest.part_numbers': 'array of integer >= 1',
};

describe('the objects of the contract', () => {
  it('are all there', () => {
    expect(objectNames.filter((name) => !schemasByName.has(name))).toEqual([]);
    expect(objectNames).toHaveLength(120);
  });

  it.each(objectNames)('%s has the fields, required and nullable, of the table', (name) => {
    const expected = rows.filter((row) => row.object === name && row.field !== '*');
    const schema = schemaOf(name);
    const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
    const required = (schema.required ?? []) as string[];
    const shown = Object.entries(properties)
      .filter(([field]) => !addedFields[name]?.includes(field))
      .map(([field, property]) => {
        const { schema: bare, nullOk } = withoutNull(property);
        return `${field} ${required.includes(field) ? 'R' : '-'} ${nullOk ? 'yes' : '-'} ${typeOf(bare)}`;
      });
    const wanted = expected.map((row) => {
      const type = statedBounds[`${name}.${row.field}`] ?? row.type;
      return `${row.field} ${row.required} ${row['null ok']} ${type}`;
    });
    expect(shown.sort()).toEqual(wanted.sort());
  });

  it.each(rows.filter((row) => row.field === '*'))(
    '$object is the $required of the table',
    (row) => {
      const schema = schemaOf(row.object);
      const values = row.type.split(', ');
      const added = addedValues[row.object] ?? [];
      if (row.required === 'enum')
        expect([...(schema.enum as string[])].sort()).toEqual([...values, ...added].sort());
      else expect((schema.anyOf as JsonSchema[]).map(typeOf)).toEqual(values);
    },
  );

  it('added to the table exist, and none of them is required in a response', () => {
    for (const [name, fields] of Object.entries(addedFields)) {
      const schema = schemaOf(name);
      for (const field of fields) {
        expect(schema.properties, name).toHaveProperty(field);
        const isNeeded = field === 'type' || newlyRequired.includes(`${name}.${field}`);
        if (!isNeeded) expect(schema.required ?? []).not.toContain(field);
      }
    }
  });

  it('that are request bodies refuse unknown fields at every level', () => {
    const check = (schema: JsonSchema, path: string): void => {
      if (schema.type === 'object' && schema.properties !== undefined) {
        expect(schema.additionalProperties, path).toBe(false);
      }
      for (const [name, property] of Object.entries(
        (schema.properties ?? {}) as Record<string, JsonSchema>,
      )) {
        check(property, `${path}.${name}`);
      }
      if (schema.items !== undefined) check(schema.items as JsonSchema, `${path}[]`);
      for (const member of (schema.anyOf ?? []) as JsonSchema[]) check(member, path);
    };
    for (const { body, operationId } of endpoints)
      if (body) check(body.schema as JsonSchema, operationId);
  });

  it('that are job results match exactly one member of the union', () => {
    const ajv = new Ajv();
    const members = (schemaOf('JobResult').anyOf as JsonSchema[]).map((member) =>
      stripFormats(member),
    );
    for (const member of members) {
      const example = exampleOf(member);
      expect(members.filter((other) => ajv.validate(other, example))).toEqual([member]);
    }
    expect(members.filter((other) => ajv.validate(other, {}))).toEqual([]);
  });
});

function stripFormats(schema: JsonSchema): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key === 'format' ? undefined : value)),
  );
}

/** The smallest value of an object schema. */
function exampleOf(schema: JsonSchema): Record<string, unknown> {
  const simplest: Record<string, unknown> = {
    string: 'x',
    integer: 0,
    number: 0,
    boolean: false,
    array: [],
  };
  const properties = schema.properties as Record<string, JsonSchema>;
  const required = schema.required as string[];
  return Object.fromEntries(
    required.map((name) => {
      const property = properties[name] ?? {};
      return [
        name,
        Array.isArray(property.enum) ? property.enum[0] : simplest[String(property.type)],
      ];
    }),
  );
}
