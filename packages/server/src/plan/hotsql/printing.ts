import { quoteIdentifier } from '../../kernel/quoting.ts';
import type { NamePart, WrittenName } from '../types.ts';
import { macroCatalog } from './macros.ts';
import { refuse } from './refusal.ts';
import type { Fields } from './tree.ts';
import { witnessOf } from './witness.ts';

/**
 * Where a query stands. A literal integer in the select list of a query that makes rows is BIGINT, in an operand it is not; a bare
 * NULL is text in a query of rows, and takes the other side's type in a side of UNION.
 */
export type QueryPosition = 'rows' | 'side' | 'operand';

/** The printers, which call each other through this value and so need not import each other. */
export interface Printers {
  readonly expression: (printing: Printing, node: unknown) => string;
  readonly query: (printing: Printing, select: Fields, position: QueryPosition) => string;
}

/** DuckDB counts 1,000 levels of an expression as its limit; its own rewriting needs some of them. */
const maxDepth = 500;
/** A divisor is bound twice (`macros.ts`, divisor), so divisors within divisors double the work each. */
const maxDivisorDepth = 6;

/** One printing of one statement: PostgreSQL's tree in, DuckDB's text out. */
export class Printing {
  /** Distinct. */
  readonly tableNames: WrittenName[] = [];
  private readonly namesSeen = new Set<string>();
  usesMacros = false;
  /**
   * Where the literals of subqueries stand: as INTEGER wherever the statement sums, since the type of a sum (and so the meaning of
   * dividing it) depends on its operand's; as BIGINT, which the typed clients read, where no answer depends on it.
   */
  readonly innerPosition: QueryPosition;
  private readonly printers: Printers;
  private readonly quotedAt: (byteOffset: number) => readonly boolean[];
  private depth = 0;
  private divisorDepth = 0;

  constructor(printers: Printers, quotedAt: (byteOffset: number) => readonly boolean[], innerPosition: QueryPosition) {
    this.innerPosition = innerPosition;
    this.printers = printers;
    this.quotedAt = quotedAt;
  }

  expression(node: unknown): string {
    this.depth += 1;
    if (this.depth > maxDepth) refuse(`more than ${maxDepth} levels of nesting`, undefined, 'split the statement');
    const text = this.printers.expression(this, node);
    this.depth -= 1;
    return text;
  }

  expressions(nodes: readonly unknown[]): string {
    return nodes.map((node) => this.expression(node)).join(', ');
  }

  query(select: Fields, position: QueryPosition): string {
    this.depth += 1;
    if (this.depth > maxDepth) refuse(`more than ${maxDepth} levels of nesting`, undefined, 'split the statement');
    const text = this.printers.query(this, select, position);
    this.depth -= 1;
    return text;
  }

  /** A call of one of the macros of `macros.ts`. */
  macro(name: string, ...args: readonly string[]): string {
    this.usesMacros = true;
    return `${quoteIdentifier(macroCatalog)}.main.${quoteIdentifier(name)}(${args.join(', ')})`;
  }

  /** The operand `print` gives, which must not be zero. */
  divisor(print: () => string, location: number | undefined): string {
    this.divisorDepth += 1;
    if (this.divisorDepth > maxDivisorDepth) {
      refuse(
        `divisions nested more than ${maxDivisorDepth} deep in divisors`,
        location,
        'compute the divisor in a WITH query',
      );
    }
    const text = this.macro('divisor', print());
    this.divisorDepth -= 1;
    return text;
  }

  /** A macro that chooses by the type of `node`: its first argument has that type, its second the value. */
  typed(name: string, node: unknown, location: number | undefined): string {
    this.divisorDepth += 1;
    if (this.divisorDepth > maxDivisorDepth) refuse(`${name}() nested more than ${maxDivisorDepth} deep`, location);
    const text = this.macro(
      name,
      witnessOf(node, location)
        .map((operand) => this.expression(operand))
        .join(' + '),
      this.expression(node),
    );
    this.divisorDepth -= 1;
    return text;
  }

  tableName(parts: readonly string[], location: number | undefined): string {
    const quoted = location === undefined ? [] : this.quotedAt(location);
    const named: readonly NamePart[] = parts.map((name, index) => ({ name, quoted: quoted[index] ?? false }));
    const key = JSON.stringify(named);
    if (!this.namesSeen.has(key)) this.tableNames.push({ parts: named });
    this.namesSeen.add(key);
    return parts.map(quoteIdentifier).join('.');
  }
}
