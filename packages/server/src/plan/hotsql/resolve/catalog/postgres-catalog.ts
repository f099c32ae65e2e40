import { isEnum, isSortedText } from '../source-types.ts';
import {
  argumentLines,
  castLines,
  functionLines,
  operatorFunctionLines,
  operatorLines,
  typeLines,
} from './signatures.ts';

/** A PostgreSQL operator or function with its argument types. */
export interface Signature {
  readonly name: string;
  /** Names of types; a single name for a prefix operator. */
  readonly args: readonly string[];
  readonly result: string;
  readonly kind: 'scalar' | 'aggregate' | 'ordered-set' | 'hypothetical-set' | 'window';
  readonly returnsSet: boolean;
  /** The last argument takes any number of elements. */
  readonly isVariadic: boolean;
  /** Number of last arguments with a default. */
  readonly defaults: number;
}

export interface TypeInfo {
  readonly category: string;
  readonly isPreferred: boolean;
  readonly oid: number;
  readonly arrayOid: number;
}

const entries = (text: string): readonly (readonly [string, string])[] =>
  text
    .trim()
    .split(/[;\n]/)
    .map((line) => {
      const space = line.indexOf(' ');
      return [line.slice(0, space), line.slice(space + 1)] as const;
    });

const types: ReadonlyMap<string, TypeInfo> = new Map(
  entries(typeLines).map(([name, rest]) => {
    const [category = '', preferred, oid, arrayOid] = rest.split(' ');
    return [
      name,
      { category, isPreferred: preferred === 'p', oid: Number(oid), arrayOid: Number(arrayOid) },
    ] as const;
  }),
);

const casts: ReadonlyMap<string, CastContext> = new Map(
  entries(castLines).flatMap(([source, targets]) =>
    targets.split(' ').map((target) => {
      const [name = '', context] = target.split('/');
      return [`${source}>${name}`, context as CastContext] as const;
    }),
  ),
);

/** The context in which PostgreSQL casts: any expression, assignment, or only an explicit cast. */
export type CastContext = 'i' | 'a' | 'e';

const enumInfo: TypeInfo = { category: 'E', isPreferred: false, oid: 0, arrayOid: 0 };
const textInfo: TypeInfo = { category: 'S', isPreferred: false, oid: 0, arrayOid: 0 };
const arrayInfo: TypeInfo = { category: 'A', isPreferred: false, oid: 0, arrayOid: 0 };

/** Undefined for a type that PostgreSQL lacks; arrays are `_element`. */
export function typeInfo(name: string): TypeInfo | undefined {
  const own =
    types.get(name) ?? (isEnum(name) ? enumInfo : isSortedText(name) ? textInfo : undefined);
  if (own !== undefined) return own;
  const element = name.startsWith('_') ? types.get(name.slice(1)) : undefined;
  return element === undefined || element.arrayOid === 0
    ? undefined
    : { ...arrayInfo, oid: element.arrayOid };
}

export function castContext(source: string, target: string): CastContext | undefined {
  return casts.get(`${source}>${target}`);
}

const operators = lazySignatures(operatorLines);
const functions = lazySignatures(functionLines);

export function operatorsNamed(name: string): readonly Signature[] {
  return operators(name);
}

export function functionsNamed(name: string): readonly Signature[] {
  return functions(name);
}

const operatorFunctions = new Map(entries(operatorFunctionLines));

/** The operator that calls a function with the operator's own operands: `+` for `int4pl`. */
export const operatorOfFunction = (name: string): string | undefined => operatorFunctions.get(name);

export interface Parameter {
  readonly name: string;
  /** The default of an optional parameter. */
  readonly otherwise?: string;
}

const argumentNames = new Map(entries(argumentLines));

/** Parameter names of a function: one list for each signature with names. */
export function namedArguments(name: string): readonly (readonly Parameter[])[] {
  const line = argumentNames.get(name);
  if (line === undefined) return [];
  return line.split(' ').map((list) =>
    list.split(',').map((item) => {
      const [parameter = '', otherwise] = item.split('=');
      return otherwise === undefined ? { name: parameter } : { name: parameter, otherwise };
    }),
  );
}

function lazySignatures(text: string): (name: string) => readonly Signature[] {
  const lines = new Map(entries(text));
  const read = new Map<string, readonly Signature[]>();
  return (name) => {
    const known = read.get(name);
    if (known !== undefined) return known;
    const line = lines.get(name);
    if (line === undefined) return [];
    const signatures = line.split(' ').map((item) => readSignature(name, item));
    read.set(name, signatures);
    return signatures;
  };
}

const kinds: Readonly<Record<string, Signature['kind']>> = {
  a: 'aggregate',
  o: 'ordered-set',
  h: 'hypothetical-set',
  w: 'window',
};

function readSignature(name: string, item: string): Signature {
  const [args = '', rest = ''] = item.split('>');
  const [result = '', flags = ''] = rest.split('/');
  return {
    name,
    // A prefix operator has no left operand.
    args: args.split(',').filter((type) => type !== ''),
    result,
    kind: kinds[/[aohw]/.exec(flags)?.[0] ?? ''] ?? 'scalar',
    returnsSet: flags.includes('s'),
    isVariadic: flags.includes('v'),
    defaults: Number(/d(\d)/.exec(flags)?.[1] ?? 0),
  };
}
