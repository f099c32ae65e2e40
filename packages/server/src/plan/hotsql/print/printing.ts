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

/** The printers, which call each other through this value and need no imports of each other. */
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
 * DuckDB's limit is 1,000 levels of an expression; DuckDB's own rewriting needs some of the levels.
 */
const maxDepth = 500;

/**
 * Total digits of long constants (more than 38) in a statement's arithmetic: they take a third of a
 * second.
 */
const maxLongDigits = 500_000;

/** A macro repeats its operands, so nested macros multiply the work. */
const maxMacroDepth = 6;

/**
 * Maximum length of a printed expression, fixed and for each character of the statement: some
 * operands are repeated, so levels multiply.
 */
const maxPrinted = 500_000;
const maxPrintedEach = 30;

export interface PrintingOptions {
  /** Characters of the statement. */
  readonly length: number;
  readonly printers: Printers;
  readonly quotedAt: (byteOffset: number) => readonly boolean[];
  /** Keyed by the written name. */
  readonly shapes: ReadonlyMap<string, TableShape>;
  readonly isWide: boolean;
  /**
   * Numerics are computed as in PostgreSQL, in TypeScript if DuckDB cannot: any number of digits,
   * NaN, infinities.
   */
  readonly isExact: boolean;
  /**
   * If a value does not fit a DECIMAL, or another result may be wrong, the statement is printed
   * with exact numbers and run again.
   */
  readonly mayRunAgain: boolean;
  readonly inlined: InlinedQueries;
  /** Limit of a select list and of a row of VALUES. */
  readonly maxColumns: number;
}

/** Prints one statement once, from PostgreSQL's tree to DuckDB's text. */
export class Printing {
  /** Distinct. */
  readonly tableNames: WrittenName[] = [];
  readonly #namesSeen = new Set<string>();
  usesMacros = false;
  /** Nodes in test positions, where the engine stops early. */
  readonly tested = new WeakSet<object>();
  /** The recursive queries whose recursive term is in progress. */
  readonly recursing = new Set<string>();
  /** Numerics are computed in 38 digits, even if 18 are likely to suffice. */
  readonly isWide: boolean;
  /** No numeric is a double, or has other decimals than in PostgreSQL. */
  readonly isExact: boolean;
  /** `PrintingOptions.mayRunAgain`. */
  readonly mayRunAgain: boolean;
  /** References to WITH queries. */
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
   * Checks the length of a printed expression, and replaces a grouped expression by its group's
   * value. `before`: the number of the namespace's uses before the expression.
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
    // A grouped expression may be used; in a subquery, an outer query may have grouped it.
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
    // The text of a grouped value would read columns that are not grouped.
    const { shown: _, ...grouped } = printed;
    return grouped;
  }

  query(select: Fields, outer: Namespace | undefined): Query {
    return this.#nested(() => this.#options.printers.query(this, select, outer));
  }

  /** A call of a macro from `macros.ts`. */
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

  /** The macro, or `otherwise` if macros are already nested deeply. */
  macroUnless(otherwise: string, name: string, args: readonly string[]): string {
    return args.some((arg) => macroDepth(arg) >= maxMacroDepth / 2)
      ? otherwise
      : this.macro(name, ...args);
  }

  /**
   * Counts the digits of long constants in arithmetic. A statement with too many is refused,
   * independent of elapsed time.
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
   * True if an aggregate of floats may check its end value only: a suspect value prints the
   * statement again with checks of all values, and runs it again.
   */
  get looksLater(): boolean {
    return this.mayRunAgain && !this.isWide;
  }

  /** The operand, checked against zero. */
  divisor(operand: string, dividend: string): string {
    return this.macro('divisor', operand, dividend);
  }

  /** Switches the statement to exact numbers, by printing again if necessary. */
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

  /** Called before any column is printed: the cost grows with the square of their number. */
  expectColumns(count: number): void {
    const { maxColumns } = this.#options;
    if (count > maxColumns)
      throw new Refusal(tooManyColumns(count, maxColumns), undefined, '54011');
  }

  /** True if all references to a WITH query are replaced by its text. */
  isDropped(location: number | undefined): boolean {
    return location !== undefined && this.#options.inlined.dropped.has(location);
  }

  /** Records a reference to a WITH query; returns its text if the reference is replaced. */
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

  /** A name absent from all callers' texts. */
  freshName(stem: string): string {
    this.#names += 1;
    return `${stem}:${this.#names}`;
  }

  get readsTables(): boolean {
    return this.#options.shapes.size > 0;
  }

  /** The shape of a table's name; undefined for an unknown name. */
  shapeNamed(parts: readonly NamePart[]): TableShape | undefined {
    const shape = this.#options.shapes.get(nameKey(parts));
    return shape?.error === undefined ? shape : undefined;
  }

  /** The shape of a table's name; raises for an unknown name. */
  shapeOf(parts: readonly NamePart[], location: number | undefined): TableShape {
    const shape = this.#options.shapes.get(nameKey(parts));
    if (shape === undefined) return refuse('this table', location);
    if (shape.error !== undefined) throw new Refusal(shape.error, undefined, '42P01');
    return shape;
  }

  /** True if the statement contains an unqualified table of the name. */
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
