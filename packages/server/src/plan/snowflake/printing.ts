import { quoteIdentifier } from '../../kernel/quoting.ts';
import { macroCatalog } from '../macros.ts';
import type { NamePart, WrittenName } from '../types.ts';
import { ownName } from './own-name.ts';
import { openNode, refuse } from './tree.ts';
import type { VariantNames } from './variants.ts';

/** Printers of expressions, passed to the printers of parts, so that imports form no cycle. */
export interface Stages {
  readonly expression: (printing: Printing, node: unknown) => string;
  readonly query: (printing: Printing, node: unknown) => string;
  /** Snowflake's own text of an expression, the name of its column. */
  readonly spell: (node: unknown) => string;
}

const once = ownName('once');

/**
 * Limit inside one argument of a macro: a single nested macro is faster than binding it to a name.
 */
const manyMacros = 2;

/** The translation of one statement to DuckDB's SQL. */
export class Printing {
  readonly tableNames: WrittenName[] = [];
  usesMacros = false;
  /** True inside a SELECT over GENERATOR, where SEQ4() counts its rows. */
  hasGenerator = false;
  readonly variants: VariantNames;
  readonly #stages: Stages;

  constructor(stages: Stages, variants: VariantNames) {
    this.#stages = stages;
    this.variants = variants;
  }

  /** An expression of any type. */
  any(node: unknown): string {
    return this.#stages.expression(this, node);
  }

  /**
   * Prints an expression that must not be a VARIANT. A VARIANT is JSON in DuckDB, with quotes in
   * its text and the order of text; Snowflake would use the value inside.
   */
  value(node: unknown): string {
    if (this.variants.isVariant(node)) {
      refuse(
        'a VARIANT here without a cast',
        'say what it is, as in v:name::varchar or v:amount::number(10, 2)',
      );
    }
    return this.any(node);
  }

  query(node: unknown): string {
    return this.#stages.query(this, node);
  }

  spell(node: unknown): string {
    return this.#stages.spell(node);
  }

  /**
   * A macro's text repeats its arguments up to twenty times, so an argument with macros inside is
   * computed once and named.
   */
  macro(name: string, ...args: readonly string[]): string {
    this.usesMacros = true;
    const call = (operands: readonly string[]) =>
      `${quoteIdentifier(macroCatalog)}.main.${quoteIdentifier(`snowflake_${name}`)}(${operands.join(', ')})`;
    const large = args.filter((arg) => (arg.match(/"snowflake_/g)?.length ?? 0) >= manyMacros);
    if (large.length === 0) return call(args);
    const members = large.map((arg, index) => `'a${index}': ${arg}`);
    const operands = args.map((arg) =>
      large.includes(arg) ? `${once}['a${large.indexOf(arg)}']` : arg,
    );
    // DuckDB does not support subqueries in lambda functions.
    if (operands.some((operand) => /\bSELECT\b/.test(operand))) return call(args);
    return `list_transform([{${members.join(', ')}}], lambda ${once}: ${call(operands)})[1]`;
  }

  /** A function of plan/service-functions.ts. */
  serviceFunction(name: string, ...args: readonly string[]): string {
    this.usesMacros = true;
    return `${quoteIdentifier(macroCatalog)}.main.${quoteIdentifier(name)}(${args.join(', ')})`;
  }

  addTable(parts: readonly NamePart[]): void {
    this.tableNames.push({ parts });
  }

  /** A date or timestamp; a text literal is read as a timestamp, as in Snowflake. */
  moment(node: unknown): string {
    const { kind, fields } = openNode(node);
    const printed = this.value(node);
    return kind === 'literal' && fields.literal_type === 'string'
      ? `CAST(${printed} AS TIMESTAMP)`
      : printed;
  }
}
