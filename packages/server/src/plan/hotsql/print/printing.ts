import { quoteIdentifier } from '../../../kernel/quoting.ts';
import { tooManyColumns } from '../../../kernel/size-limits.ts';
import { macroCatalog } from '../../macros.ts';
import { nestsMoreThan } from '../../nested-construct.ts';
import type { NamePart, TableShape, WrittenName } from '../../types.ts';
import { nameKey } from '../read/name-parts.ts';
import { NeedsExactNumbers, Refusal, refuse } from '../read/refusal.ts';
import type { Fields } from '../read/tree.ts';
import type { CastContext } from '../resolve/catalog/postgres-catalog.ts';
import type { Expr } from '../resolve/expr.ts';
import type { CommonTable, Namespace } from '../resolve/namespace.ts';
import type { Query } from '../resolve/query.ts';
import type { CommonRead, InlinedQueries } from './inlined-queries.ts';
import { macroDepth } from './printed-facts.ts';

/** The printers, which call each other through this value and so need not import each other. */
export interface Printers {
  readonly expression: (printing: Printing, node: unknown, namespace: Namespace) => Expr;
  readonly coerce: (
    printing: Printing,
    from: Expr,
    target: string,
    context: CastContext,
    location: number | undefined,
  ) => Expr;
  readonly query: (printing: Printing, select: Fields, outer: Namespace | undefined) => Query;
}

/**
 * DuckDB counts 1,000 levels of an expression as its limit; its own rewriting needs some of them.
 */
const maxDepth = 500;

/**
 * Digits of constants of more than 38 that a statement may compute with: they take a third of a
 * second.
 */
const maxLongDigits = 500_000;

/** A macro repeats its operands, so macros within macros multiply the work. */
const maxMacroDepth = 6;

/**
 * What one expression may be printed as, in characters, and for each of the statement's own: some
 * operands are repeated, so that levels multiply.
 */
const maxPrinted = 500_000;
const maxPrintedEach = 30;

export interface PrintingOptions {
  /** Characters of the statement. */
  readonly length: number;
  readonly printers: Printers;
  readonly quotedAt: (byteOffset: number) => readonly boolean[];
  /** By the written name. */
  readonly shapes: ReadonlyMap<string, TableShape>;
  readonly isWide: boolean;
  /**
   * Numerics are computed as PostgreSQL computes them, in TypeScript where DuckDB has no way: any
   * number of digits, NaN, infinities.
   */
  readonly isExact: boolean;
  /**
   * A value that has no room in a DECIMAL has the statement printed exactly, and run again; so does
   * another that may be wrong.
   */
  readonly mayRunAgain: boolean;
  readonly inlined: InlinedQueries;
  /** That a select list or a row of VALUES may have. */
  readonly maxColumns: number;
}

/** One printing of one statement: PostgreSQL's tree in, DuckDB's text out. */
export class Printing {
  /** Distinct. */
  readonly tableNames: WrittenName[] = [];
  readonly #namesSeen = new Set<string>();
  usesMacros = false;
  /** Nodes that the engine tests rather than computes, and so stops early in. */
  readonly tested = new WeakSet<object>();
  /** The recursive queries whose recursive term is being printed. */
  readonly recursing = new Set<string>();
  /** Numerics are computed in 38 digits, also where 18 are likely to do. */
  readonly isWide: boolean;
  /** No numeric is a double or has other decimals than in PostgreSQL. */
  readonly isExact: boolean;
  /** `PrintingOptions.mayRunAgain`. */
  readonly mayRunAgain: boolean;
  /** Where WITH queries are read. */
  readonly commonReads: CommonRead[] = [];
  readonly #options: PrintingOptions;
  #inlinedLength = 0;
  #depth = 0;
  #names = 0;
  #longDigits = 0;

  constructor(options: PrintingOptions) {
    this.#options = options;
    this.isWide = options.isWide || options.isExact;
    this.isExact = options.isExact;
    this.mayRunAgain = options.mayRunAgain;
  }

  #nested<T>(print: () => T): T {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new Refusal(nestsMoreThan(maxDepth), undefined);
    const printed = print();
    this.#depth -= 1;
    return printed;
  }

  expression(node: unknown, namespace: Namespace): Expr {
    const before = namespace.uses.length;
    const printed = this.#nested(() => this.#options.printers.expression(this, node, namespace));
    return this.bounded(printed, namespace, before);
  }

  /**
   * What was printed, where it is not too long; as what it is grouped by. `before`: the uses of the
   * namespace's columns before it.
   */
  bounded(printed: Expr, namespace: Namespace, before: number): Expr {
    if (printed.text.length > maxPrinted + maxPrintedEach * this.#options.length) {
      refuse(
        'calls and conditions that repeat each other so often',
        undefined,
        'compute the inner ones in a WITH query',
      );
    }
    let isGrouped = false;
    // What is grouped may be used; in a query within, the grouped expression is an outer one's.
    for (let level: Namespace | undefined = namespace; level !== undefined; level = level.parent) {
      const stand = level.groupedAs.get(printed.text);
      if (!level.groupKeys.has(printed.text) && stand === undefined) continue;
      if (level === namespace) level.uses.length = before;
      else level.uses = [];
      if (stand !== undefined && !['aggregate', 'FILTER', 'GROUP BY'].includes(namespace.clause)) {
        const { row: _, ...value } = printed;
        return { ...value, text: stand.text };
      }
      isGrouped = true;
    }
    if (!isGrouped) return printed;
    // The text of what is grouped would read columns that are not.
    const { shown: _, ...grouped } = printed;
    return grouped;
  }

  query(select: Fields, outer: Namespace | undefined): Query {
    return this.#nested(() => this.#options.printers.query(this, select, outer));
  }

  /** A call of one of the macros of `macros.ts`. */
  macro(name: string, ...args: readonly string[]): string {
    this.usesMacros = true;
    if (args.some((arg) => macroDepth(arg) >= maxMacroDepth)) {
      refuse(
        `divisions and the like nested more than ${maxMacroDepth} deep`,
        undefined,
        'compute the inner ones in a WITH query',
      );
    }
    return `${quoteIdentifier(macroCatalog)}.main.${quoteIdentifier(name)}(${args.join(', ')})`;
  }

  /** The macro, or `otherwise` where macros are nested deep already. */
  macroUnless(otherwise: string, name: string, args: readonly string[]): string {
    return args.some((arg) => macroDepth(arg) >= maxMacroDepth / 2)
      ? otherwise
      : this.macro(name, ...args);
  }

  /**
   * Counts digits of long constants that are computed with; a statement of too many is refused,
   * whatever the clock says.
   */
  spendDigits(count: number, location: number | undefined): void {
    this.#longDigits += count;
    if (this.#longDigits <= maxLongDigits) return;
    refuse(
      'so many long constants and logarithms of constants',
      location,
      'write their values, or take them from a column',
    );
  }

  /**
   * Whether an aggregate of floats whose end value may be wrong has the statement printed anew,
   * with a look at its values, and run again.
   */
  get looksLater(): boolean {
    return this.mayRunAgain && !this.isWide;
  }

  /** The operand, which must not be zero. */
  divisor(operand: string, dividend: string): string {
    return this.macro('divisor', operand, dividend);
  }

  /** In a statement that is computed exactly, nothing; in any other, prints it anew as one. */
  expectExact(): void {
    if (!this.isExact) throw new NeedsExactNumbers();
  }

  /** An explicit cast. */
  castTo(from: Expr, target: string, location: number | undefined): Expr {
    return this.#options.printers.coerce(this, from, target, 'e', location);
  }

  quotedAt(location: number | undefined): readonly boolean[] {
    return location === undefined ? [] : this.#options.quotedAt(location);
  }

  /** Counted before any is printed: what they cost grows with the square of their number. */
  expectColumns(count: number): void {
    const { maxColumns } = this.#options;
    if (count > maxColumns)
      throw new Refusal(tooManyColumns(count, maxColumns), undefined, '54011');
  }

  /** Whether all that reads a WITH query has it written out. */
  isDropped(location: number | undefined): boolean {
    return location !== undefined && this.#options.inlined.dropped.has(location);
  }

  /** Notes where a WITH query is read; its text where it is to be written out there. */
  readCommon(
    common: CommonTable,
    reader: Namespace,
    location: number | undefined,
  ): string | undefined {
    const read = reader.readCommon(common);
    if (location === undefined || this.recursing.has(common.name)) return undefined;
    this.commonReads.push({ common, location, ...read });
    if (!this.#options.inlined.reads.has(location)) return undefined;
    const text = common.inlined?.();
    this.#inlinedLength += text?.length ?? 0;
    if (this.#inlinedLength > maxPrinted + maxPrintedEach * this.#options.length)
      refuse('WITH queries read so often within subqueries that read outer columns', location);
    return text;
  }

  /** A name that no caller's text holds. */
  freshName(stem: string): string {
    this.#names += 1;
    return `${stem}:${this.#names}`;
  }

  get readsTables(): boolean {
    return this.#options.shapes.size > 0;
  }

  /** What a table's name is bound to; undefined where nothing is called so. */
  shapeNamed(parts: readonly NamePart[]): TableShape | undefined {
    const shape = this.#options.shapes.get(nameKey(parts));
    return shape?.error === undefined ? shape : undefined;
  }

  /** What a table's name is bound to; raises where nothing is called so. */
  shapeOf(parts: readonly NamePart[], location: number | undefined): TableShape {
    const shape = this.#options.shapes.get(nameKey(parts));
    if (shape === undefined) return refuse('this table', location);
    if (shape.error !== undefined) throw new Refusal(shape.error, undefined, '42P01');
    return shape;
  }

  /** Whether a table is written under that name alone anywhere in the statement. */
  hasTable(name: string): boolean {
    const folded = name.toLowerCase();
    for (const { parts } of this.#options.shapes.values()) {
      if (parts.length === 1 && parts[0]?.name.toLowerCase() === folded) return true;
    }
    return false;
  }

  tableName(parts: readonly NamePart[]): string {
    const key = nameKey(parts);
    if (!this.#namesSeen.has(key)) this.tableNames.push({ parts });
    this.#namesSeen.add(key);
    return parts.map(({ name }) => quoteIdentifier(name)).join('.');
  }
}
