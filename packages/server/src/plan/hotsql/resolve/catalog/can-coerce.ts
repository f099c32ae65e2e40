import { isEnum, isKept, isSortedText } from '../source-types.ts';
import { type CastContext, castContext, typeInfo } from './postgres-catalog.ts';

const strictness: Readonly<Record<CastContext, number>> = { i: 0, a: 1, e: 2 };

export const isPolymorphic = (name: string) => name.startsWith('any');

/**
 * True if PostgreSQL converts a value of type `source` to `target` in the given context
 * (can_coerce_type of parse_coerce.c).
 */
export function canCoerce(source: string, target: string, context: CastContext = 'i'): boolean {
  if (source === target || target === 'any' || source === 'unknown') return true;
  if (isPolymorphic(target)) return takesPolymorphic(source, target);
  if (source === 'engine' || target === 'engine') return context === 'e';
  // A type known only to its source has a text, and only an explicit cast gives the text.
  if (isKept(source))
    return context === 'e' && (target === 'text' || canCoerce('text', target, 'e'));
  if (isSortedText(source))
    return target === 'text' || (context === 'e' && canCoerce('text', target, 'e'));
  const direct = castContext(source, target);
  if (direct !== undefined && strictness[direct] <= strictness[context]) return true;
  if (source.startsWith('_') && target.startsWith('_'))
    return canCoerce(source.slice(1), target.slice(1), context);
  if (source.startsWith('_') && target === 'anyarray') return true;
  if (direct !== undefined) return false;
  // Every type has a text: by assignment from any type to the string types, explicitly the other
  // way.
  if (typeInfo(target)?.category === 'S')
    return strictness[context] >= strictness.a && (isBase(source) || source === 'record');
  return context === 'e' && typeInfo(source)?.category === 'S' && isBase(target);
}

const isBase = (name: string) =>
  typeInfo(name) !== undefined && name !== 'record' && name !== 'void';

function takesPolymorphic(source: string, target: string): boolean {
  const isArray = source.startsWith('_');
  if (target.endsWith('multirange')) return source.endsWith('multirange');
  if (target.endsWith('range')) return source.endsWith('range') && !source.endsWith('multirange');
  if (target === 'anyenum') return isEnum(source);
  if (target.endsWith('nonarray')) return !isArray;
  return target.endsWith('array') ? isArray : true;
}
