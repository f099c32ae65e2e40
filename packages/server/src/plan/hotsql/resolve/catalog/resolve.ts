/**
 * Resolves the operator or function of a call: PostgreSQL's rules (chapter 10 of its manual;
 * func_match_argtypes and func_select_candidate of parse_func.c) over its own catalog.
 */
import { elementOfRanges, isAnyMultirange, isAnyRange } from '../range-types.ts';
import { canCoerce, isPolymorphic } from './can-coerce.ts';
import { type Signature, typeInfo } from './postgres-catalog.ts';

export interface Candidate {
  readonly signature: Signature;
  /**
   * Target types of the arguments, one for each argument of the call; polymorphic types are still
   * named as such.
   */
  readonly args: readonly string[];
}

export type Resolution =
  | { readonly kind: 'found'; readonly candidate: Candidate }
  | { readonly kind: 'none' }
  | { readonly kind: 'ambiguous' };

/**
 * Resolutions by an operator's signatures and operand types: a statement may have the same operator
 * a hundred thousand times.
 */
const resolved = new WeakMap<readonly Signature[], Map<string, Resolution>>();

export function resolveOperator(
  signatures: readonly Signature[],
  types: readonly string[],
): Resolution {
  const known = resolved.get(signatures) ?? new Map<string, Resolution>();
  const key = types.join();
  const resolution = known.get(key) ?? chooseOperator(signatures, types);
  known.set(key, resolution);
  resolved.set(signatures, known);
  return resolution;
}

function chooseOperator(signatures: readonly Signature[], types: readonly string[]): Resolution {
  const candidates = signatures
    .filter(({ args }) => args.length === types.length)
    .map((signature) => ({ signature, args: signature.args }));
  if (types.length === 2 && types.includes('unknown')) {
    const known = types.find((type) => type !== 'unknown');
    const same = known && candidates.find(({ args }) => args.every((arg) => arg === known));
    if (same) return { kind: 'found', candidate: same };
  }
  return choose(candidates, types);
}

export function resolveFunction(
  signatures: readonly Signature[],
  types: readonly string[],
): Resolution {
  return choose(
    signatures.flatMap((signature) => {
      const args = argumentsFor(signature, types.length);
      return args === undefined ? [] : [{ signature, args }];
    }),
    types,
  );
}

/**
 * The declared types for a call with `count` arguments: omits parameters with defaults, repeats a
 * variadic parameter.
 */
function argumentsFor(
  { args, defaults, isVariadic }: Signature,
  count: number,
): readonly string[] | undefined {
  if (isVariadic && count >= args.length) {
    const element = elementName(args.at(-1) ?? '');
    return [...args.slice(0, -1), ...Array<string>(count - args.length + 1).fill(element)];
  }
  return count <= args.length && count >= args.length - defaults ? args.slice(0, count) : undefined;
}

function elementName(array: string): string {
  if (array === 'anyarray') return 'anyelement';
  if (array === 'anycompatiblearray') return 'anycompatible';
  return array.startsWith('_') ? array.slice(1) : array;
}

function choose(candidates: readonly Candidate[], types: readonly string[]): Resolution {
  const exact = candidates.filter(({ args }) => args.every((arg, index) => arg === types[index]));
  const written = exact.filter(({ signature }) => !signature.isVariadic);
  const [only] = written.length > 0 ? written : exact;
  if (only !== undefined && (written.length === 1 || exact.length === 1))
    return { kind: 'found', candidate: only };
  const fitting = candidates.filter(
    ({ args }) =>
      args.every((arg, index) => canCoerce(types[index] ?? '', arg)) && isConsistent(args, types),
  );
  const [first] = fitting;
  if (first === undefined) return { kind: 'none' };
  const best = fitting.length === 1 ? first : selectCandidate(withoutDoubles(fitting), types);
  return best === undefined ? { kind: 'ambiguous' } : { kind: 'found', candidate: best };
}

/** Drops a variadic candidate if another candidate has the same types for the call. */
function withoutDoubles(candidates: readonly Candidate[]): readonly Candidate[] {
  const byTypes = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const key = candidate.args.join();
    const known = byTypes.get(key);
    if (known === undefined || known.signature.isVariadic) byTypes.set(key, candidate);
  }
  return [...byTypes.values()];
}

/** True if the arguments of one polymorphic family agree. */
function isConsistent(args: readonly string[], types: readonly string[]): boolean {
  let element: string | undefined;
  for (const [index, arg] of args.entries()) {
    if (!isPolymorphic(arg) || arg === 'any' || arg.startsWith('anycompatible')) continue;
    const type = types[index] ?? '';
    if (type === 'unknown') continue;
    const own =
      isAnyRange(arg) || isAnyMultirange(arg)
        ? elementOfRanges(type)
        : arg === 'anyarray'
          ? type.slice(1)
          : type;
    if (element !== undefined && own !== element) return false;
    element = own;
  }
  const compatible = args.flatMap((arg, index) => {
    const type = types[index] ?? 'unknown';
    if (!arg.startsWith('anycompatible') || type === 'unknown' || arg.endsWith('range')) return [];
    return [arg === 'anycompatiblearray' ? type.slice(1) : type];
  });
  return compatible.length === 0 || 'type' in commonType(compatible);
}

/** func_select_candidate. */
function selectCandidate(
  all: readonly Candidate[],
  types: readonly string[],
): Candidate | undefined {
  let left = most(all, (candidate) => count(candidate.args, (arg, index) => arg === types[index]));
  if (left.length === 1) return left[0];
  left = most(left, ({ args }) =>
    count(args, (arg, index) => {
      const type = types[index] ?? '';
      return type !== 'unknown' && (arg === type || isPreferred(categoryOf(type), arg));
    }),
  );
  if (left.length === 1) return left[0];
  if (!types.includes('unknown')) return undefined;
  left = byUnknowns(left, types);
  if (left.length === 1) return left[0];
  const known = new Set(types.filter((type) => type !== 'unknown'));
  const [only] = known;
  if (known.size !== 1 || only === undefined) return undefined;
  const taking = left.filter(
    ({ args }) =>
      args.every((arg) => canCoerce(only, arg)) &&
      isConsistent(
        args,
        args.map(() => only),
      ),
  );
  return taking.length === 1 ? taking[0] : undefined;
}

function count(args: readonly string[], test: (arg: string, index: number) => boolean): number {
  return args.filter(test).length;
}

function most(
  candidates: readonly Candidate[],
  score: (candidate: Candidate) => number,
): readonly Candidate[] {
  const scores = candidates.map(score);
  const best = Math.max(...scores);
  return candidates.filter((_, index) => scores[index] === best);
}

const categoryOf = (type: string) => typeInfo(type)?.category ?? 'X';
const isPreferred = (category: string, type: string) => {
  const info = typeInfo(type);
  return info?.isPreferred === true && info.category === category;
};

/**
 * Decides each untyped literal by the category that the candidates agree on, strings first, and
 * within a category by the preferred type.
 */
function byUnknowns(
  candidates: readonly Candidate[],
  types: readonly string[],
): readonly Candidate[] {
  const slots: {
    readonly index: number;
    readonly category: string;
    readonly preferred: boolean;
  }[] = [];
  for (const [index, type] of types.entries()) {
    if (type !== 'unknown') continue;
    const infos = candidates.map(({ args }) => args[index] ?? '');
    const categories = new Set(infos.map(categoryOf));
    const category = categories.has('S')
      ? 'S'
      : categories.size === 1
        ? [...categories][0]
        : undefined;
    if (category === undefined) return candidates;
    slots.push({ index, category, preferred: infos.some((arg) => isPreferred(category, arg)) });
  }
  const kept = candidates.filter(({ args }) =>
    slots.every(({ index, category, preferred }) => {
      const arg = args[index] ?? '';
      return categoryOf(arg) === category && (!preferred || isPreferred(category, arg));
    }),
  );
  return kept.length > 0 ? kept : candidates;
}

/**
 * The common type of several expressions (UNION, CASE, COALESCE ...): select_common_type of
 * parse_coerce.c.
 */
export function commonType(
  types: readonly string[],
): { readonly type: string } | { readonly clash: readonly [string, string] } {
  const [first = 'unknown'] = types;
  if (first !== 'unknown' && types.every((type) => type === first)) return { type: first };
  let chosen = first;
  for (const type of types.slice(1)) {
    if (type === 'unknown' || type === chosen) continue;
    if (chosen === 'unknown') {
      chosen = type;
    } else if (categoryOf(type) !== categoryOf(chosen)) {
      return { clash: [chosen, type] };
    } else if (
      !typeInfo(chosen)?.isPreferred &&
      canCoerce(chosen, type) &&
      !canCoerce(type, chosen)
    ) {
      chosen = type;
    }
  }
  return { type: chosen === 'unknown' ? 'text' : chosen };
}
