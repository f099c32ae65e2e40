/**
 * Reads libpg-query's tree. A node is `{ Kind: { field: ... } }` (protobuf's JSON: fields with
 * default values are left out); some fields contain a node's fields without the kind. Readers name
 * the fields they know and refuse any other field, so a construct unknown to HotSQL never passes.
 */
import { invariant } from '../../../kernel/invariant.ts';
import { type Fields, isFields } from '../../fields.ts';
import { refuse } from './refusal.ts';

export type { Fields };

export interface TreeNode {
  readonly kind: string;
  readonly fields: Fields;
}

/** `{ Kind: fields }` as kind and fields. */
export function openNode(value: unknown): TreeNode {
  invariant(isFields(value), 'a parse tree node is an object');
  // Object.entries() makes two arrays, and each node is opened several times.
  for (const kind in value) {
    const fields = value[kind];
    invariant(isFields(fields), 'a parse tree node holds fields');
    return { kind, fields };
  }
  throw new Error('a parse tree node has one kind');
}

/** Refuses, by name, a field outside `known`. `location` and similar fields are always known. */
export function expectFields(kind: string, fields: Fields, known: ReadonlySet<string>): void {
  for (const name in fields) {
    if (!known.has(name) && !name.endsWith('ocation')) {
      refuse(`${describeKind(kind)} with '${name}'`, locationOf(fields));
    }
  }
}

export function fieldSet(...names: string[]): ReadonlySet<string> {
  return new Set(names);
}

/** The byte offset of the construct's beginning, if the tree has one. */
export function locationOf(fields: Fields): number | undefined {
  return typeof fields.location === 'number' ? fields.location : undefined;
}

export function listOf(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name];
  return Array.isArray(value) ? value : [];
}

export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

export function flagOf(fields: Fields, name: string): boolean {
  return fields[name] === true;
}

/** The fields of a message without its kind (`typeName`, `over`, `alias`, `larg`). */
export function fieldsOf(fields: Fields, name: string): Fields | undefined {
  const value = fields[name];
  return isFields(value) ? value : undefined;
}

/** The text of a `String` node; undefined for any other node. */
export function stringValue(value: unknown): string | undefined {
  const node = openNode(value);
  return node.kind === 'String' ? textOf(node.fields, 'sval') : undefined;
}

/** The texts of a list of `String` nodes (qualified names). */
export function nameList(fields: Fields, name: string): readonly string[] {
  return listOf(fields, name).map((part) => stringValue(part) ?? '');
}

/** `SelectStmt` as "select stmt": a node kind in words, for refusals without a better name. */
export function describeKind(kind: string): string {
  return kind.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

/**
 * True if `isSo` is true for some node of the tree. A chain may be as deep as it is long, so the
 * function does not recurse.
 */
export function anyWithin(tree: Fields, isSo: (fields: Fields) => boolean): boolean {
  const pending: Fields[] = [tree];
  for (let fields = pending.pop(); fields !== undefined; fields = pending.pop()) {
    if (isSo(fields)) return true;
    for (const name in fields) {
      const inner = fields[name];
      if (typeof inner === 'object' && inner !== null) pending.push(inner as Fields);
    }
  }
  return false;
}

/** `a AND b`. */
export function isConjunction(node: unknown): boolean {
  const { kind, fields } = openNode(node);
  return kind === 'BoolExpr' && textOf(fields, 'boolop') === 'AND_EXPR';
}
