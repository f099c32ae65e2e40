import { type Expr, isNull } from './expr.ts';
import { nullEngine, recordOf } from './record-type.ts';
import { refuse } from './refusal.ts';
import {
  arrayOf,
  decimalOf,
  decimalType,
  elementOf,
  isArray,
  isInexact,
  isVarying,
  type Type,
  varying,
} from './type.ts';

/** Numerics of several scales held alike. */
export function sameHolding(expressions: readonly Expr[]): readonly Expr[] {
  const type = commonHolding(expressions.filter((item) => !isNull(item)).map((item) => item.type));
  if (type === undefined) return expressions;
  return expressions.map((item) =>
    item.type.engine === type.engine
      ? item
      : { ...withoutRow(item), text: `CAST(${isNull(item) ? 'NULL' : item.text} AS ${type.engine})`, type },
  );
}

function withoutRow({ row, ...item }: Expr): Omit<Expr, 'row'> {
  return item;
}

/** Rows of the same columns, but that a null may be of any type. */
function rowHolding(types: readonly Type[]): Type | undefined {
  const [first] = types;
  if (first === undefined || types.every(({ engine }) => engine === first.engine && engine !== '')) return undefined;
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
    if (type === undefined || known.some((other) => other.name !== type.name || other.engine !== type.engine)) {
      return differ();
    }
    return { name, type };
  });
  return fields === undefined ? differ() : recordOf(fields);
}

/** The holding of numerics that all of them fit in; undefined where they agree or are no numerics. */
export function commonHolding(types: readonly Type[]): Type | undefined {
  const [first] = types;
  if (first?.name === 'record' || first?.name === '_record') return rowHolding(types);
  if (first?.name !== 'numeric' && first?.name !== '_numeric') return undefined;
  if (first.name === '_numeric') {
    const element = commonHolding(types.map(elementOf));
    return element && arrayOf(element);
  }
  if (types.some(isInexact)) return { name: 'numeric', engine: 'DOUBLE' };
  const decimals = types.map((type) => decimalOf(type) ?? { precision: 38, scale: 0 });
  const scale = Math.max(...decimals.map((decimal) => decimal.scale));
  const whole = Math.max(...decimals.map((decimal) => decimal.precision - decimal.scale));
  const held = decimalType(Math.min(38, whole + scale), scale);
  return types.some(isVarying) || decimals.some((decimal) => decimal.scale < scale) ? varying(held) : held;
}
