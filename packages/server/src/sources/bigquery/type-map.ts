/**
 * Types of BigQuery columns in the lake. docs/types.md has the table, and its test runs every row
 * of the table.
 */
import { type ArrowDecoder, elementsOf, nullsOf } from '../arrow/decoders.ts';
import { type DecimalDigits, DecimalFit } from '../decimal-fit.ts';
import { SourceError } from '../source-error.ts';
import { keptType } from '../sql-type.ts';
import type { StagingColumn } from '../staging/staging-column.ts';
import { duckdbTypeName, maxDecimalPrecision, type StagingType } from '../staging/staging-type.ts';
import { arrowJson, restJson } from './nested.ts';
import { scalarOf } from './scalar-of.ts';
import type { AnyScalar } from './scalars.ts';
import { type FieldSchema, normalized, sqlTypeOf } from './schema.ts';

export interface MappedColumn {
  readonly staged: StagingType;
  /** The type in SQL syntax: `ARRAY<STRUCT<x INT64>>`. */
  readonly sourceType: string;
  /** The catalog's type before the values are known. */
  readonly type: string;
  readonly note: string | null;
  /** HotSQL's name of the type, if `type` does not determine the name. */
  readonly sqlType?: string;
  readonly start: () => StartedColumn;
}

export interface StartedColumn {
  readonly arrow: ArrowDecoder;
  /** Appends a REST value, with its mark. */
  readonly putRest: (target: StagingColumn, value: unknown) => void;
  /** The final type of the column after all values are known. */
  readonly finalType: () => string;
  /** Returns true if there were no values, for types that depend on values. */
  readonly hasNoValues?: () => boolean;
  readonly digits?: () => DecimalDigits | null;
}

export function mapColumn(given: FieldSchema): MappedColumn {
  const mapped = mapKept(given);
  const sqlType = meaningOf(normalized(given), mapped.type);
  return sqlType === undefined ? mapped : { ...mapped, sqlType };
}

/** The HotSQL type of values stored as text. */
function meaningOf({ type, mode }: FieldSchema, kept: string): string | undefined {
  const mark = mode === 'REPEATED' && kept === 'VARCHAR[]' ? '_' : '';
  if (type === 'BIGNUMERIC') return `${mark}numeric`;
  if (kept !== `VARCHAR${mark === '' ? '' : '[]'}` || type === 'STRING') return undefined;
  if (type === 'JSON' || type === 'RECORD') return `${mark}json`;
  // A moment of twelve decimals is a text of ISO 8601, in the order of moments.
  return type === 'TIMESTAMP' ? undefined : `${mark}${keptType(type.toLowerCase())}`;
}

function mapKept(given: FieldSchema): MappedColumn {
  const field = normalized(given);
  const sourceType = sqlTypeOf(field);
  const scalar = scalarOf(field);
  const isList = field.mode === 'REPEATED';
  if (!scalar)
    return { ...(field.type === 'RECORD' ? mapJson(field) : mapUnknown(field)), sourceType };
  if (isList) return { ...mapList(scalar), sourceType };
  return {
    ...(field.type === 'BIGNUMERIC' ? mapBignumeric(field, scalar) : mapScalar(field, scalar)),
    sourceType,
  };
}

type Mapping = Omit<MappedColumn, 'sourceType' | 'sqlType'>;

function mapScalar({ type, precision, scale }: FieldSchema, scalar: AnyScalar): Mapping {
  const { staged, note } = scalar;
  // A NUMERIC always comes with nine decimals; the declaration gives the true precision and scale.
  const declared = type === 'NUMERIC' && precision !== undefined;
  const name = declared ? `DECIMAL(${precision},${scale ?? 0})` : duckdbTypeName(staged);
  return {
    staged,
    note,
    type: name,
    start: () => ({ ...decodersOf(scalar), finalType: () => name }),
  };
}

/** More digits than a DECIMAL: text, until all values are known to fit. */
function mapBignumeric({ precision, scale }: FieldSchema, scalar: AnyScalar): Mapping {
  const fits = precision !== undefined && Number(precision) <= maxDecimalPrecision;
  const declared = fits ? `DECIMAL(${precision},${scale ?? 0})` : undefined;
  return {
    staged: scalar.staged,
    note: fits ? null : scalar.note,
    type: declared ?? 'VARCHAR',
    start() {
      const fit = new DecimalFit();
      const put = (target: StagingColumn, value: string) => {
        const bytes = Buffer.from(value, 'latin1');
        fit.add(bytes, 0, bytes.length);
        target.putBytes(bytes, 0, bytes.length);
      };
      return {
        ...decodersOf({ ...scalar, put }),
        finalType: () => declared ?? fit.type() ?? 'VARCHAR',
        ...(declared === undefined && {
          hasNoValues: () => fit.hasNoValues,
          digits: () => fit.digits,
        }),
      };
    },
  };
}

function decodersOf(scalar: AnyScalar): Omit<StartedColumn, 'finalType'> {
  const { column, fromArrow, fromRest, put } = scalar;
  return {
    arrow:
      column ??
      ((data) => {
        const get = fromArrow(data);
        if (!get) return undefined;
        return (target, row) => {
          target.mark();
          put(target, get(row));
        };
      }),
    putRest(target, value) {
      target.mark();
      put(target, fromRest(String(value)));
    },
  };
}

/** Arrays and their elements are never null, except in REST answers of an emulator. */
function mapList(scalar: AnyScalar): Mapping {
  const staged: StagingType = { kind: 'list', element: scalar.staged };
  const type = duckdbTypeName(staged);
  const arrow: ArrowDecoder = (data) => {
    const elements = elementsOf(data);
    const get = elements && scalar.fromArrow(elements.data);
    if (!elements || !get) return undefined;
    const isNull = nullsOf(elements.data);
    return (target, row) => {
      const [start, end] = elements.bounds(row);
      if (start === end) target.markEmptyList();
      for (let at = start; at < end; at += 1) {
        if (isNull?.(at)) target.markNullElement(at === start);
        else {
          target.markElement(at === start);
          scalar.put(target, get(at));
        }
      }
    };
  };
  const putRest: StartedColumn['putRest'] = (target, value) => {
    const items = Array.isArray(value) ? value : [];
    if (items.length === 0) target.markEmptyList();
    for (const [index, item] of items.entries()) {
      if (item?.v === null || item?.v === undefined) target.markNullElement(index === 0);
      else {
        target.markElement(index === 0);
        scalar.put(target, scalar.fromRest(String(item.v)));
      }
    }
  };
  return {
    staged,
    type,
    note: scalar.note,
    start: () => ({ arrow, putRest, finalType: () => type }),
  };
}

function mapJson(field: FieldSchema): Mapping {
  const arrow: ArrowDecoder = (data) => {
    const get = arrowJson(field, data);
    if (!get) return undefined;
    return (target, row) => {
      target.mark();
      target.putText(get(row));
    };
  };
  const putRest: StartedColumn['putRest'] = (target, value) => {
    target.mark();
    target.putText(restJson(field, value));
  };
  const staged: StagingType = { kind: 'text' };
  return {
    staged,
    type: 'VARCHAR',
    note: 'JSON as text',
    start: () => ({ arrow, putRest, finalType: () => 'VARCHAR' }),
  };
}

/** The table is discovered with the column, and read without the column. */
function mapUnknown({ name, type }: FieldSchema): Mapping {
  const refuse = () => {
    throw new SourceError(
      'unsupported',
      `Column '${name}' is of type ${type}, which is not read; make a view without it, or with it as a STRING`,
    );
  };
  return {
    staged: { kind: 'text' },
    type: 'VARCHAR',
    note: `a type that is not read: a view may give it as a STRING`,
    start: () => ({ arrow: refuse, putRest: refuse, finalType: refuse }),
  };
}
