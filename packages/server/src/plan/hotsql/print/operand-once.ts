import { refuse } from '../read/refusal.ts';
import type { Expr } from '../resolve/expr.ts';
import { countChanging, countMacros, hasQuery, isChanging, onceNumbers } from './printed-facts.ts';

/**
 * Operands that a printed text repeats. DuckDB computes each copy separately, so an operand with
 * changing results would have several values. A long operand makes the text grow, again at each
 * level around it. A lambda over a list of one element names such an operand, and computes it once
 * for each row.
 */
const longText = 1000;
const manyMacros = 3;

const sum = (args: readonly Expr[], of: (text: string) => number) =>
  args.reduce((total, { text }) => total + of(text), 0);

/** The text that `make` makes of the operands, each computed once if necessary. */
export function once(args: readonly Expr[], make: (args: readonly Expr[]) => Expr): Expr {
  const made = make(args);
  return repeats(made.text, args) ? bind(args, make, made) : made;
}

/** Like `once`, for operands that PostgreSQL also computes once for each copy. */
export function onceWhereLong(args: readonly Expr[], make: (args: readonly Expr[]) => Expr): Expr {
  return args.some(({ text }) => isChanging(text)) ? make(args) : once(args, make);
}

/** Like `once`, for an operand repeated by DuckDB, such as the operand of IN. */
export function onceAlways(operand: Expr, make: (operand: Expr) => Expr): Expr {
  return isChanging(operand.text)
    ? bind([operand], ([bound]) => make(bound ?? operand))
    : make(operand);
}

function repeats(made: string, args: readonly Expr[]): boolean {
  const isAdded = (count: (text: string) => number) => count(made) > sum(args, count);
  if (args.some(({ text }) => isChanging(text)))
    return isAdded(countChanging) || isAdded(countMacros);
  // A separate text of a value would have to be bound as well.
  if (args.some(({ shown }) => shown !== undefined)) return false;
  const longest = Math.max(...args.map(({ text }) => text.length));
  if (longest > longText && made.length > longest + sum(args, (text) => text.length)) return true;
  return args.some(({ text }) => countMacros(text) >= manyMacros) && isAdded(countMacros);
}

function bind(
  args: readonly Expr[],
  make: (args: readonly Expr[]) => Expr,
  otherwise?: Expr,
): Expr {
  const name = freshName(args.map(({ text }) => text));
  const operands = args.filter(({ constant }) => constant === undefined);
  // A struct inside the list would add a level of nesting, which is limited in a statement.
  const [only] = operands.length === 1 ? operands : [];
  const bound = args.map((arg): Expr => {
    if (arg.constant !== undefined) return arg;
    return { text: arg === only ? name : `${name}['a${operands.indexOf(arg)}']`, type: arg.type };
  });
  const { text, type } = make(bound);
  // DuckDB does not support subqueries in lambda functions.
  if (hasQuery(text)) return otherwise ?? make(args);
  const members = operands.map((operand, index) => `'a${index}': ${operand.text}`);
  return { text: bindText(name, only?.text ?? `{${members.join(', ')}}`, text), type };
}

/** A name absent from all texts: an inner name must not hide that of an enclosing lambda. */
function freshName(texts: readonly string[]): string {
  const taken = texts.flatMap(onceNumbers);
  return `"once${Math.max(0, ...taken) + 1}"`;
}

const bindText = (name: string, operand: string, text: string) =>
  `list_transform([${operand}], lambda ${name}: ${text})[1]`;

/**
 * A named operand for several texts, and a function that wraps the complete text; raises if the
 * texts contain a subquery.
 */
export function boundOperand(
  operand: Expr,
  location: number | undefined,
): { readonly operand: Expr; readonly within: (text: string) => string } {
  if (!isChanging(operand.text)) return { operand, within: (text) => text };
  const name = freshName([operand.text]);
  return {
    operand: { text: name, type: operand.type },
    within: (text) => {
      if (hasQuery(text))
        refuse('a subquery in CASE of a value that changes with every call', location);
      return bindText(name, operand.text, text);
    },
  };
}

/** The text that `make` makes of a condition and repeats. */
export function onceTested(test: string, make: (test: string) => string): string {
  if (!isChanging(test)) return make(test);
  const name = freshName([test]);
  const made = make(name);
  return hasQuery(made) ? make(test) : bindText(name, test, made);
}
