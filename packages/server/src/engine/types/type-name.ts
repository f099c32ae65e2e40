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
 * A type in DuckDB's spelling, with JSON by name at any depth. JSON is an alias of VARCHAR, and the
 * client's own spelling drops aliases. A JSON value would then pass as text without a cast, and
 * enter answers unchanged, `NaN` included.
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
