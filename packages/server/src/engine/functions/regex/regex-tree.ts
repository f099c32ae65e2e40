import type { CharacterSet } from './character-set.ts';

export type AnchorKind =
  | 'lineStart'
  | 'lineEnd'
  | 'start'
  | 'end'
  | 'wordStart'
  | 'wordEnd'
  | 'edge'
  | 'noEdge';

/** A regular expression as written. */
export type RegexNode =
  | { readonly kind: 'empty' }
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'anchor'; readonly anchor: AnchorKind }
  | {
      readonly kind: 'look';
      readonly ahead: boolean;
      readonly negative: boolean;
      readonly inner: RegexNode;
    }
  | { readonly kind: 'reference'; readonly group: number; readonly inner: RegexNode }
  | { readonly kind: 'group'; readonly group: number; readonly inner: RegexNode }
  | { readonly kind: 'sequence'; readonly items: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly items: readonly RegexNode[] }
  | {
      readonly kind: 'repeat';
      readonly inner: RegexNode;
      readonly least: number;
      readonly most: number;
      /** Longer or shorter matches first; undefined where the operand decides ({m}). */
      readonly prefers: 'longer' | 'shorter' | undefined;
    };

export interface ParsedRegex {
  readonly root: RegexNode;
  readonly groups: number;
  readonly ignoreCase: boolean;
}
