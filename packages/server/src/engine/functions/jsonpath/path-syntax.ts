import type { Decimal } from '../../../values/decimal.ts';
import type { JsonValue } from '../json/json-value.ts';

/** A parsed jsonpath. */
export interface JsonPath {
  readonly lax: boolean;
  readonly expression: PathExpression;
}

export type PathExpression = ItemExpression | Predicate;

/** Gives a sequence of items. */
export type ItemExpression =
  | { readonly kind: 'path'; readonly head: PathHead; readonly steps: readonly PathStep[] }
  | {
      readonly kind: 'arithmetic';
      readonly operator: string;
      readonly left: ItemExpression;
      readonly right: ItemExpression;
    }
  | { readonly kind: 'sign'; readonly operator: '+' | '-'; readonly operand: ItemExpression };

export type PathHead =
  | { readonly kind: 'root' }
  | { readonly kind: 'current' }
  | { readonly kind: 'last' }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'literal'; readonly value: JsonValue }
  | { readonly kind: 'parenthesized'; readonly expression: PathExpression };

/** True, false or unknown. */
export type Predicate =
  | {
      readonly kind: 'compare';
      readonly operator: string;
      readonly left: ItemExpression;
      readonly right: ItemExpression;
    }
  | { readonly kind: 'and' | 'or'; readonly left: Predicate; readonly right: Predicate }
  | { readonly kind: 'not' | 'isUnknown'; readonly operand: Predicate }
  | { readonly kind: 'exists'; readonly operand: ItemExpression }
  | { readonly kind: 'startsWith'; readonly left: ItemExpression; readonly right: ItemExpression }
  | {
      readonly kind: 'likeRegex';
      readonly left: ItemExpression;
      readonly pattern: string;
      readonly flags: string;
    };

export interface Subscript {
  readonly from: ItemExpression;
  readonly to: ItemExpression | undefined;
}

export type PathStep =
  | { readonly kind: 'member'; readonly key: string }
  | { readonly kind: 'anyMember' | 'anyElement' }
  | { readonly kind: 'subscripts'; readonly subscripts: readonly Subscript[] }
  /** Levels; `last` is infinity, `first` infinity means the leaves. */
  | { readonly kind: 'anyLevel'; readonly first: number; readonly last: number }
  | { readonly kind: 'filter'; readonly predicate: Predicate }
  | PathMethod;

export interface PathMethod {
  readonly kind: 'method';
  readonly name: string;
  readonly arguments: readonly Decimal[];
  /** The template of datetime(). */
  readonly template?: string;
}

const itemKinds = new Set(['path', 'arithmetic', 'sign']);

export function isItems(expression: PathExpression): expression is ItemExpression {
  return itemKinds.has(expression.kind);
}
