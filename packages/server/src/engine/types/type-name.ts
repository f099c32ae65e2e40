import type { DuckDBType } from '@duckdb/node-api';
import { quoteIdentifier } from '../../kernel/quoting.ts';
import {
  DuckDBArrayType,
  DuckDBListType,
  DuckDBMapType,
  DuckDBStructType,
  DuckDBUnionType,
} from '../duckdb.ts';

/**
 * A type as DuckDB spells it, JSON by its name at any depth. JSON is an alias of VARCHAR, and the
 * client's own spelling drops aliases: a JSON value was then taken for text that needs no cast, and
 * put into answers as it is, `NaN` included.
 */
export function typeName(type: DuckDBType): string {
  const fields = (names: readonly string[], types: readonly DuckDBType[]) =>
    names
      .map((name, index) => {
        const part = types[index];
        return part === undefined ? '' : `${quoteIdentifier(name)} ${typeName(part)}`;
      })
      .join(', ');
  if (type instanceof DuckDBListType) return `${typeName(type.valueType)}[]`;
  if (type instanceof DuckDBArrayType) return `${typeName(type.valueType)}[${type.length}]`;
  if (type instanceof DuckDBMapType)
    return `MAP(${typeName(type.keyType)}, ${typeName(type.valueType)})`;
  if (type instanceof DuckDBStructType)
    return `STRUCT(${fields(type.entryNames, type.entryTypes)})`;
  if (type instanceof DuckDBUnionType) return `UNION(${fields(type.memberTags, type.memberTypes)})`;
  return type.alias === 'JSON' ? 'JSON' : type.toString();
}
