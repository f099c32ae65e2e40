import { quoteIdentifier } from '../../kernel/quoting.ts';
import { macroCatalog } from '../macros.ts';
import type { NamePart, WrittenName } from '../types.ts';
import { ownName } from './own-name.ts';
import { openNode, refuse } from './tree.ts';
import type { VariantNames } from './variants.ts';

/**
 * What prints an expression, given to those that print its parts, so that no file imports those
 * that import it.
 */
export interface Stages {
  readonly expression: (printing: Printing, node: unknown) => string;
  readonly query: (printing: Printing, node: unknown) => string;
  /** Snowflake's own text of an expression: the name of its column. */
  readonly spell: (node: unknown) => string;
}

const once = ownName('once');

/** Within one argument of a macro. One within another is faster than what binds it to a name. */
const manyMacros = 2;

/** One statement on its way to DuckDB's SQL. */
export class Printing {
  readonly tableNames: WrittenName[] = [];
  usesMacros = false;
  /** Inside a SELECT over GENERATOR, where SEQ4() counts its rows. */
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
   * An expression that must not be a VARIANT: those are JSON in DuckDB, whose text has quotes and
   * whose order is that of text, where Snowflake would look inside.
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
   * A macro's text holds its arguments up to twenty times: what has macros within is computed once,
   * and named.
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
    // DuckDB has no subqueries within lambda functions.
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

  /** A date or timestamp; text that is written as a literal is read as one, as Snowflake does. */
  moment(node: unknown): string {
    const { kind, fields } = openNode(node);
    const printed = this.value(node);
    return kind === 'literal' && fields.literal_type === 'string'
      ? `CAST(${printed} AS TIMESTAMP)`
      : printed;
  }
}
