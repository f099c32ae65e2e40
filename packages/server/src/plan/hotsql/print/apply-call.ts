import { reject } from '../read/refusal.ts';
import { isPolymorphic } from '../resolve/catalog/can-coerce.ts';
import type { Signature } from '../resolve/catalog/postgres-catalog.ts';
import { type Candidate, commonType } from '../resolve/catalog/resolve.ts';
import { heldAs } from '../resolve/exact-numeric.ts';
import { type Expr, isNull } from '../resolve/expr.ts';
import {
  elementOfRanges,
  isAnyMultirange,
  isAnyRange,
  multirangeOf,
  rangeOf,
} from '../resolve/range-types.ts';
import {
  arrayOf,
  dimensionsOf,
  isArray,
  scalarOf,
  showType,
  type Type,
  typeNamed,
  undeclared,
} from '../resolve/type.ts';
import { coerce } from './coerce.ts';
import { commonHolding } from './holding.ts';
import type { Printing } from './printing.ts';

/** A resolved call: arguments in the types of the signature, and the type of the result. */
export interface ResolvedCall {
  readonly signature: Signature;
  readonly args: readonly Expr[];
  readonly result: Type;
}

export function applySignature(
  printing: Printing,
  { signature, args: declared }: Candidate,
  given: readonly Expr[],
  location: number | undefined,
): ResolvedCall {
  const element = familyElement(declared, given, 'any', location);
  const compatible = familyElement(declared, given, 'anycompatible', location);
  const concrete = (name: string): string => {
    if (name === 'any' || !isPolymorphic(name)) return name;
    const base = name.startsWith('anycompatible') ? compatible : element;
    if (base === undefined) return name;
    if (isAnyRange(name)) return rangeOf(base) ?? name;
    if (isAnyMultirange(name)) return multirangeOf(rangeOf(base) ?? '') ?? name;
    return name.endsWith('array') && !name.endsWith('nonarray') ? `_${base}` : base;
  };
  const coerced = given.map(({ type, ...value }, index) => {
    const argument = { ...value, type: undeclared(type) };
    const target = concrete(declared[index] ?? 'any');
    return isPolymorphic(target) ? argument : coerce(printing, argument, target, 'i', location);
  });
  const families = declared.some((name) => name.startsWith('anycompatible'));
  const args = families || printing.isExact ? holdAlike(printing, declared, coerced) : coerced;
  return { signature, args, result: resultType(concrete(signature.result), args) };
}

/** Gives numerics among polymorphic arguments a common representation, also inside arrays. */
function holdAlike(
  printing: Printing,
  declared: readonly string[],
  args: readonly Expr[],
): readonly Expr[] {
  const isFamily = (index: number, { type }: Expr) =>
    isPolymorphic(declared[index] ?? '') &&
    declared[index] !== 'any' &&
    /^_?numeric$/.test(type.name);
  const types = args.flatMap((arg, index) =>
    isFamily(index, arg) && !isNull(arg) ? [scalarType(arg.type)] : [],
  );
  const holding = types.length > 1 ? commonHolding(printing, types) : undefined;
  if (holding === undefined) return args;
  return args.map((arg, index) => {
    if (!isFamily(index, arg)) return arg;
    const brackets = '[]'.repeat(dimensionsOf(arg.type));
    return heldAs(arg, { name: arg.type.name, engine: `${holding.engine}${brackets}` });
  });
}

const scalarType = (type: Type) => (isArray(type) ? scalarOf(type) : type);

/** A polymorphic result has the representation of its argument. */
function resultType(name: string, args: readonly Expr[]): Type {
  const same = args.find(({ type }) => type.name === name);
  if (same !== undefined) return same.type;
  const ofArray = args.find(({ type }) => type.name === `_${name}`);
  if (ofArray !== undefined) return scalarOf(ofArray.type);
  const element = args.find(({ type }) => `_${type.name}` === name);
  if (element !== undefined && element.type.engine !== '') return arrayOf(element.type);
  return typeNamed(name);
}

/**
 * The element type of a polymorphic family: `any` (equal types) or `anycompatible` (a common type).
 */
function familyElement(
  declared: readonly string[],
  given: readonly Expr[],
  family: 'any' | 'anycompatible',
  location: number | undefined,
): string | undefined {
  const elements: string[] = [];
  for (const [index, name] of declared.entries()) {
    if (
      !isPolymorphic(name) ||
      name === 'any' ||
      name.startsWith('anycompatible') !== (family === 'anycompatible')
    )
      continue;
    const type = given[index]?.type.name ?? 'unknown';
    const isArray = name.endsWith('array') && !name.endsWith('nonarray');
    const ofRange = isAnyRange(name) || isAnyMultirange(name) ? elementOfRanges(type) : undefined;
    elements.push(ofRange ?? (isArray && type !== 'unknown' ? type.slice(1) : type));
  }
  if (elements.length === 0) return undefined;
  const known = elements.filter((name) => name !== 'unknown');
  if (known.length === 0) {
    if (family === 'anycompatible') return 'text';
    return reject(
      'could not determine polymorphic type because input has type unknown',
      location,
      '42804',
    );
  }
  if (family === 'any') return known[0];
  const common = commonType(known);
  if ('type' in common) return common.type;
  const [one, other] = common.clash.map((name) => showType(typeNamed(name)));
  return reject(`arguments of types ${one} and ${other} cannot be matched`, location, '42804');
}
