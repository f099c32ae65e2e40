import { sqlError } from '../../../kernel/sql-error.ts';
import { type Decimal, negateDecimal, readDecimal } from '../../../values/decimal.ts';
import { decimalParts, isTooLarge } from '../../../values/number-text.ts';
import { JsonNumber } from '../json/json-value.ts';
import { likeRegexFlags } from './like-regex.ts';
import {
  type ItemExpression,
  isItems,
  type JsonPath,
  type PathExpression,
  type PathHead,
  type PathStep,
  type Predicate,
  type Subscript,
} from './path-syntax.ts';
import { badPath, type PathToken, pathTokens } from './path-tokens.ts';

const methods = new Set(
  `type size abs floor ceiling double keyvalue bigint boolean decimal integer number string datetime date time time_tz
  timestamp timestamp_tz`.split(/\s+/),
);
/** Methods with an argument for the number of fractional digits of a second. */
const precise = new Set('time time_tz timestamp timestamp_tz'.split(' '));
const comparisons = new Set(['==', '!=', '<>', '<', '<=', '>', '>=']);

/** Parses the text of a path. Raises for any other text. */
export function parsePath(text: string): JsonPath {
  if (text.trim() === '')
    return sqlError('22P02', `invalid input syntax for type jsonpath: "${text}"`);
  return new PathParser(pathTokens(text)).parse();
}

class PathParser {
  #at = 0;
  #filters = 0;
  #subscripts = 0;
  readonly #tokens: readonly PathToken[];

  constructor(tokens: readonly PathToken[]) {
    this.#tokens = tokens;
  }

  parse(): JsonPath {
    const isStrict = this.#takeWord('strict');
    if (!isStrict) this.#takeWord('lax');
    const expression = this.#readOr();
    if (this.#at < this.#tokens.length) badPath();
    return { lax: !isStrict, expression };
  }

  #isSymbol(text: string, ahead = 0): boolean {
    const token = this.#tokens[this.#at + ahead];
    return token?.kind === 'symbol' && token.text === text;
  }

  #take(text: string): boolean {
    if (!this.#isSymbol(text)) return false;
    this.#at++;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) badPath();
  }

  #isWord(word: string, ahead = 0): boolean {
    const token = this.#tokens[this.#at + ahead];
    return token?.kind === 'name' && token.text.toLowerCase() === word;
  }

  #takeWord(word: string): boolean {
    if (!this.#isWord(word)) return false;
    this.#at++;
    return true;
  }

  #readOr(): PathExpression {
    let left = this.#readAnd();
    while (this.#take('||'))
      left = { kind: 'or', left: predicate(left), right: predicate(this.#readAnd()) };
    return left;
  }

  #readAnd(): PathExpression {
    let left = this.#readComparison();
    while (this.#take('&&'))
      left = { kind: 'and', left: predicate(left), right: predicate(this.#readComparison()) };
    return left;
  }

  #readComparison(): PathExpression {
    if (this.#take('!')) return { kind: 'not', operand: this.#readDelimited() };
    const left = this.#readSum();
    const token = this.#tokens[this.#at];
    if (token?.kind === 'symbol' && comparisons.has(token.text)) {
      this.#at++;
      const operator = token.text === '<>' ? '!=' : token.text;
      return { kind: 'compare', operator, left: items(left), right: items(this.#readSum()) };
    }
    if (this.#takeWord('starts')) {
      if (!this.#takeWord('with')) badPath();
      return { kind: 'startsWith', left: items(left), right: this.#readInitial() };
    }
    if (this.#takeWord('like_regex')) {
      const pattern = this.#readStringToken();
      const flags = this.#takeWord('flag') ? this.#readStringToken() : '';
      return {
        kind: 'likeRegex',
        left: items(left),
        pattern,
        flags: likeRegexFlags(pattern, flags),
      };
    }
    return left;
  }

  #readInitial(): ItemExpression {
    const token = this.#tokens[this.#at++];
    if (token?.kind === 'string') return path({ kind: 'literal', value: token.text });
    if (token?.kind === 'variable') return path({ kind: 'variable', name: token.text });
    return badPath();
  }

  #readStringToken(): string {
    const token = this.#tokens[this.#at++];
    return token?.kind === 'string' ? token.text : badPath();
  }

  /** Reads the operand of `!`: a predicate in parentheses, or exists. */
  #readDelimited(): Predicate {
    if (!this.#isSymbol('(') && !(this.#isWord('exists') && this.#isSymbol('(', 1))) badPath();
    return predicate(this.#readPrimary());
  }

  #readSum(): PathExpression {
    let left = this.#readProduct();
    for (;;) {
      const operator = ['+', '-'].find((symbol) => this.#take(symbol));
      if (operator === undefined) return left;
      left = { kind: 'arithmetic', operator, left: items(left), right: items(this.#readProduct()) };
    }
  }

  #readProduct(): PathExpression {
    let left = this.#readSigned();
    for (;;) {
      const operator = ['*', '/', '%'].find((symbol) => this.#take(symbol));
      if (operator === undefined) return left;
      left = { kind: 'arithmetic', operator, left: items(left), right: items(this.#readSigned()) };
    }
  }

  #readSigned(): PathExpression {
    if (this.#take('+')) return signed('+', items(this.#readSigned()));
    if (this.#take('-')) return signed('-', items(this.#readSigned()));
    return this.#readPrimary();
  }

  #readPrimary(): PathExpression {
    if (this.#isWord('exists') && this.#isSymbol('(', 1)) {
      this.#at += 2;
      const operand = items(this.#readOr());
      this.#expect(')');
      return { kind: 'exists', operand };
    }
    if (!this.#take('(')) return { kind: 'path', head: this.#readHead(), steps: this.#readSteps() };
    const inner = this.#readOr();
    this.#expect(')');
    if (this.#isWord('is') && this.#isWord('unknown', 1)) {
      this.#at += 2;
      return { kind: 'isUnknown', operand: predicate(inner) };
    }
    const steps = this.#readSteps();
    if (steps.length === 0) return inner;
    if (inner.kind === 'path') return { ...inner, steps: [...inner.steps, ...steps] };
    return { kind: 'path', head: { kind: 'parenthesized', expression: inner }, steps };
  }

  #readHead(): PathHead {
    const token = this.#tokens[this.#at++] ?? badPath();
    switch (token.kind) {
      case 'string':
        return { kind: 'literal', value: token.text };
      case 'variable':
        return { kind: 'variable', name: token.text };
      case 'number':
        return { kind: 'literal', value: JsonNumber.of(readNumber(token.text)) };
      case 'symbol':
        if (token.text === '$') return { kind: 'root' };
        if (token.text === '@')
          return this.#filters > 0
            ? { kind: 'current' }
            : sqlError('42601', '@ is not allowed in root expressions');
        return badPath();
      case 'name':
        if (token.text === 'null') return { kind: 'literal', value: null };
        if (token.text === 'true' || token.text === 'false')
          return { kind: 'literal', value: token.text === 'true' };
        if (token.text.toLowerCase() !== 'last') return badPath();
        return this.#subscripts > 0
          ? { kind: 'last' }
          : sqlError('42601', 'LAST is allowed only in array subscripts');
    }
  }

  #readSteps(): PathStep[] {
    const steps: PathStep[] = [];
    for (;;) {
      if (this.#take('.')) steps.push(this.#readAccessor());
      else if (this.#take('[')) steps.push(this.#readSubscripts());
      else if (this.#take('?')) steps.push(this.#readFilter());
      else return steps;
    }
  }

  #readAccessor(): PathStep {
    if (this.#take('*')) return { kind: 'anyMember' };
    if (this.#take('**')) return this.#readLevels();
    const token = this.#tokens[this.#at++];
    if (token?.kind === 'string') return { kind: 'member', key: token.text };
    if (token?.kind !== 'name') return badPath();
    if (!this.#isSymbol('(')) return { kind: 'member', key: token.text };
    const name = token.text.toLowerCase();
    if (!methods.has(name)) return badPath();
    this.#expect('(');
    if (name === 'datetime' && !this.#isSymbol(')')) {
      const template = this.#readStringToken();
      this.#expect(')');
      return { kind: 'method', name, arguments: [], template };
    }
    const args = precise.has(name) ? this.#readPrecision() : this.#readMethodArguments();
    if (args.length > (name === 'decimal' ? 2 : precise.has(name) ? 1 : 0)) badPath();
    return { kind: 'method', name, arguments: args };
  }

  /** The digits of a second: a number without a sign. */
  #readPrecision(): Decimal[] {
    return this.#isSymbol('-') || this.#isSymbol('+') ? badPath() : this.#readMethodArguments();
  }

  #readMethodArguments(): Decimal[] {
    const args: Decimal[] = [];
    if (this.#take(')')) return args;
    do {
      const isNegative = this.#take('-');
      if (!isNegative) this.#take('+');
      const token = this.#tokens[this.#at++];
      if (token?.kind !== 'number' || !token.isInteger) return badPath();
      const value = readDecimal(token.text);
      args.push(isNegative ? negateDecimal(value) : value);
    } while (this.#take(','));
    this.#expect(')');
    return args;
  }

  #readLevels(): PathStep {
    if (!this.#take('{')) return { kind: 'anyLevel', first: 0, last: Number.POSITIVE_INFINITY };
    const first = this.#readLevel();
    const last = this.#takeWord('to') ? this.#readLevel() : first;
    this.#expect('}');
    return { kind: 'anyLevel', first, last };
  }

  #readLevel(): number {
    if (this.#takeWord('last')) return Number.POSITIVE_INFINITY;
    const token = this.#tokens[this.#at++];
    if (token?.kind !== 'number' || !token.isInteger) return badPath();
    const level = Number(token.text);
    return level < 2 ** 31
      ? level
      : sqlError('22003', `value "${token.text}" is out of range for type integer`);
  }

  #readSubscripts(): PathStep {
    if (this.#isSymbol('*') && this.#isSymbol(']', 1)) {
      this.#at += 2;
      return { kind: 'anyElement' };
    }
    this.#subscripts++;
    const subscripts: Subscript[] = [];
    do {
      const from = items(this.#readSum());
      subscripts.push({ from, to: this.#takeWord('to') ? items(this.#readSum()) : undefined });
    } while (this.#take(','));
    this.#subscripts--;
    this.#expect(']');
    return { kind: 'subscripts', subscripts };
  }

  #readFilter(): PathStep {
    this.#expect('(');
    this.#filters++;
    const condition = predicate(this.#readOr());
    this.#filters--;
    this.#expect(')');
    return { kind: 'filter', predicate: condition };
  }
}

const path = (head: PathHead): ItemExpression => ({ kind: 'path', head, steps: [] });

/** A sign before a number is part of the number. */
function signed(operator: '+' | '-', operand: ItemExpression): ItemExpression {
  const number =
    operand.kind === 'path' && operand.steps.length === 0 && operand.head.kind === 'literal'
      ? operand.head.value
      : null;
  if (!(number instanceof JsonNumber)) return { kind: 'sign', operator, operand };
  if (operator === '+') return operand;
  return path({ kind: 'literal', value: JsonNumber.of(negateDecimal(number.decimal)) });
}

function items(expression: PathExpression): ItemExpression {
  return isItems(expression) ? expression : badPath();
}

function predicate(expression: PathExpression): Predicate {
  return isItems(expression) ? badPath() : expression;
}

/** The limit comes first, because expanding ten million digits took ten seconds. */
function readNumber(text: string): Decimal {
  return isTooLarge(decimalParts(text))
    ? sqlError('22003', 'value overflows numeric format')
    : readDecimal(text);
}
