import type { DuckdbType } from '../types/duckdb-type.ts';

/** At some depth one is a list, a struct or a map, and the other is none or another of these. */
export function differInShape(left: DuckdbType, right: DuckdbType): boolean {
  if (isListed(left) && isListed(right)) return differInShape(left.element, right.element);
  if (left.kind === 'map' && right.kind === 'map')
    return differInShape(left.key, right.key) || differInShape(left.value, right.value);
  if (left.kind === 'struct' && right.kind === 'struct') {
    const others = new Map(right.fields.map(({ name, type }) => [name.toLowerCase(), type]));
    return left.fields.some(({ name, type }) => {
      const other = others.get(name.toLowerCase());
      return other !== undefined && differInShape(type, other);
    });
  }
  return isShaped(left) || isShaped(right);
}

const isListed = (type: DuckdbType) => type.kind === 'list' || type.kind === 'array';

const isShaped = (type: DuckdbType) =>
  isListed(type) || type.kind === 'struct' || type.kind === 'map';

/** JSON text holds each value of the type: all but bytes and intervals. */
export function hasJson(type: DuckdbType): boolean {
  switch (type.kind) {
    case 'list':
    case 'array':
      return hasJson(type.element);
    case 'map':
      return hasJson(type.key) && hasJson(type.value);
    case 'struct':
      return type.fields.every((field) => hasJson(field.type));
    case 'scalar':
      return !/^(?:BLOB|BIT|INTERVAL|GEOMETRY)$/.test(type.name);
    default:
      return type.kind !== 'union';
  }
}
