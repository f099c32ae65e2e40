import { withoutEnd } from '../../kernel/without-end.ts';
import { type Fields, isFields } from '../fields.ts';
import { Refusal } from '../hotsql/read/refusal.ts';
import { isOwnName } from './own-name.ts';

/**
 * The tree of @polyglot-sql/sdk is JSON: an expression is an object with a single key, its kind,
 * and the kind's fields as value (`{"upper": {"this": {"column": ...}}}`). The tree is not trusted:
 * a kind or a field without a rule is refused by name.
 */
export { type Fields, isFields };

export interface Node {
  readonly kind: string;
  readonly fields: Fields;
}

export function refuse(what: string, advice?: string): never {
  throw new Refusal(
    `dialect 'snowflake' does not take ${what}${advice === undefined ? '' : `; ${advice}`}`,
    undefined,
  );
}

/** Fields about the spelling of the text, without influence on its meaning. */
const spelling =
  /comments$|^span$|_text$|^alias_explicit_as$|^alias_keyword$|^original_name$|^use_outer_keyword$|^use_inner_keyword$|^double_colon_syntax$|^explicit_asc$|^alias_first$|^bracket_notation$|^curly_brace_syntax$|^postfix_form$/;

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** Refuses non-empty fields that the caller does not read. */
export function expectFields(what: string, fields: Fields, ...known: readonly string[]): void {
  for (const name in fields) {
    if (known.includes(name) || spelling.test(name) || isEmpty(fields[name])) continue;
    refuse(`'${withoutEnd(name, '_').replaceAll('_', ' ')}' of ${what.replaceAll('_', ' ')}`);
  }
}

export function isNode(value: unknown): boolean {
  return isFields(value) && Object.keys(value).length === 1;
}

export function openNode(value: unknown): Node {
  if (isFields(value)) {
    const [kind, ...others] = Object.keys(value);
    if (kind !== undefined && others.length === 0) {
      const inner = value[kind];
      // A comment after an expression wraps the expression.
      if (kind === 'annotated' && isFields(inner)) return openNode(inner.this);
      return { kind, fields: isFields(inner) ? inner : {} };
    }
  }
  return refuse('this construct');
}

export const present = (value: unknown) => !isEmpty(value);

export function listOf(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name];
  return Array.isArray(value) ? value : [];
}

/** `select` of nodes wrapped in parentheses. */
export function withoutParentheses(value: unknown): Node {
  const node = openNode(value);
  return node.kind === 'paren' ? withoutParentheses(node.fields.this) : node;
}

/** The value of a string literal, or undefined for anything else. */
export function stringValue(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  const { kind, fields } = openNode(value);
  if (
    kind !== 'literal' ||
    (fields.literal_type !== 'string' && fields.literal_type !== 'dollar_string')
  )
    return undefined;
  return typeof fields.value === 'string' ? fields.value : undefined;
}

/** The value of a literal whole number, with or without a sign. */
export function integerValue(value: unknown): number | undefined {
  if (!isNode(value)) return undefined;
  const { kind, fields } = openNode(value);
  if (kind === 'neg') {
    const positive = integerValue(fields.this);
    return positive === undefined ? undefined : -positive;
  }
  if (kind !== 'literal' || fields.literal_type !== 'number' || typeof fields.value !== 'string')
    return undefined;
  return /^\d{1,15}$/.test(fields.value) ? Number(fields.value) : undefined;
}

export interface Identifier {
  /** Lower case unless quoted. */
  readonly name: string;
  readonly quoted: boolean;
}

/**
 * Unquoted names match without case, as everywhere in Quern; `$1`, `@stage` and the like are no
 * names.
 */
export function identifierOf(value: unknown): Identifier {
  if (!isFields(value) || typeof value.name !== 'string' || value.name === '')
    return refuse('this name');
  const quoted = value.quoted === true;
  if (isOwnName(value.name)) refuse("names that begin with 'quern:'", 'choose another name');
  if (!quoted && !/^[\p{L}_][\p{L}\p{N}_$]*$/u.test(value.name)) {
    refuse(
      `'${value.name.slice(0, 60)}' as a name`,
      'stages, positional columns and session variables are not available',
    );
  }
  return { name: quoted ? value.name : value.name.toLowerCase(), quoted };
}
