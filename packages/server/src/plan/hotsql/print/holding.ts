import { refuse } from '../read/refusal.ts';
import { heldAs } from '../resolve/exact-numeric.ts';
import { type Expr, isNull } from '../resolve/expr.ts';
import { nullEngine, recordOf } from '../resolve/record-type.ts';
import {
  arrayOf,
  decimalOf,
  decimalType,
  elementOf,
  exactType,
  isArray,
  isExact,
  isInexact,
  isVarying,
  type Type,
  varying,
} from '../resolve/type.ts';

/** The representation of a statement's numerics: exact, or DuckDB's most efficient type. */
export interface Holding {
  readonly isExact: boolean;
}

/** Gives numerics of several scales a common representation. */
export function sameHolding(how: Holding, expressions: readonly Expr[]): readonly Expr[] {
  const type = commonHolding(
    how,
    expressions.filter((item) => !isNull(item)).map((item) => item.type),
  );
  return type === undefined ? expressions : expressions.map((item) => heldAs(item, type));
}

/** The representation of rows with equal columns, in which a null may have any type. */
function rowHolding(types: readonly Type[]): Type | undefined {
  const [first] = types;
  if (first === undefined || types.every(({ engine }) => engine === first.engine && engine !== ''))
    return undefined;
  if (isArray(first)) {
    const element = rowHolding(types.map(elementOf));
    return element && arrayOf(element);
  }
  const differ = () => refuse('rows of different columns in one place', undefined);
  const fields = first.fields?.map(({ name }, index) => {
    const own = types.map(({ fields: others }) => {
      const field = others?.length === first.fields?.length ? others?.[index] : undefined;
      return field?.name === name ? field.type : differ();
    });
    const known = own.filter(({ engine }) => engine !== nullEngine);
    const [type = own[0]] = known;
    if (
      type === undefined ||
      known.some((other) => other.name !== type.name || other.engine !== type.engine)
    ) {
      return differ();
    }
    return { name, type };
  });
  return fields === undefined ? differ() : recordOf(fields);
}

/** A representation large enough for all numerics; undefined if they agree, and for other types. */
export function commonHolding(how: Holding, types: readonly Type[]): Type | undefined {
  const [first] = types;
  if (first?.name === 'record' || first?.name === '_record') return rowHolding(types);
  if (first?.name !== 'numeric' && first?.name !== '_numeric') return undefined;
  if (first.name === '_numeric') {
    const element = commonHolding(how, types.map(elementOf));
    return element && arrayOf(element);
  }
  if (types.some(isExact)) return exactType;
  if (types.some(isInexact)) return how.isExact ? exactType : { name: 'numeric', engine: 'DOUBLE' };
  const decimals = types.map((type) => decimalOf(type) ?? { precision: 38, scale: 0 });
  const scale = Math.max(...decimals.map((decimal) => decimal.scale));
  const whole = Math.max(...decimals.map((decimal) => decimal.precision - decimal.scale));
  const isOneScale = decimals.every((decimal) => decimal.scale === scale);
  if (how.isExact && !(isOneScale && whole + scale <= 38)) return exactType;
  const held = decimalType(Math.min(38, whole + scale), scale);
  return types.some(isVarying) || decimals.some((decimal) => decimal.scale < scale)
    ? varying(held)
    : held;
}
