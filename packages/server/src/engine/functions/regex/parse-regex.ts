import { type CharacterSet, casesOf, digit, space, word } from './character-set.ts';
import { parseBracket } from './parse-bracket.ts';
import { badRegex } from './regex-error.ts';
import { escapedCharacter } from './regex-escapes.ts';
import type { RegexOptions } from './regex-options.ts';
import { embeddedOptions } from './regex-options.ts';
import type { AnchorKind, ParsedRegex, RegexNode } from './regex-tree.ts';

const mostRepeats = 255;
/** Deeper parentheses would need more of the stack than a worker has. */
const mostDepth = 1000;

/** Reads PostgreSQL's advanced regular expressions. */
export function parseRegex(pattern: string, options: RegexOptions): ParsedRegex {
  const { rest, settings } = embeddedOptions(pattern, options);
  if (settings.quote) {
    const items = [...rest].map((character) => literal(character.codePointAt(0) ?? 0, settings));
    return { root: { kind: 'sequence', items }, groups: 0, ignoreCase: settings.ignoreCase };
  }
  const parser = new RegexParser(rest, settings);
  return { root: parser.parse(), groups: parser.groups, ignoreCase: settings.ignoreCase };
}

function literal(code: number, { ignoreCase }: RegexOptions): RegexNode {
  const cases = ignoreCase ? casesOf(code) : [code];
  const set: CharacterSet =
    cases.length === 1 ? (other) => other === code : (other) => cases.includes(other);
  return { kind: 'set', set };
}

/** Within parentheses a constraint may be repeated. */
const repeatable = (node: RegexNode): RegexNode =>
  node.kind === 'anchor' || node.kind === 'look' ? { kind: 'sequence', items: [node] } : node;

/** A reference repeats only the text; the place of the original does not matter. */
function withoutConstraints(node: RegexNode): RegexNode {
  switch (node.kind) {
    case 'anchor':
    case 'look':
      return { kind: 'empty' };
    case 'group':
    case 'repeat':
      return { ...node, inner: withoutConstraints(node.inner) };
    case 'sequence':
    case 'choice':
      return { ...node, items: node.items.map(withoutConstraints) };
    default:
      return node;
  }
}

class RegexParser {
  groups = 0;
  readonly #codes: readonly number[];
  readonly #options: RegexOptions;
  readonly #closed = new Map<number, RegexNode>();
  #at = 0;
  #depth = 0;
  #lookDepth = 0;

  constructor(pattern: string, options: RegexOptions) {
    this.#codes = [...pattern].map((character) => character.codePointAt(0) ?? 0);
    this.#options = options;
  }

  parse(): RegexNode {
    const root = this.#choice();
    if (this.#at < this.#codes.length) badRegex('parentheses () not balanced');
    return root;
  }

  #peek(ahead = 0): string {
    const code = this.#codes[this.#at + ahead];
    return code === undefined ? '' : String.fromCodePoint(code);
  }

  #looksAt(text: string): boolean {
    return [...text].every((character, index) => this.#peek(index) === character);
  }

  #eat(text: string): boolean {
    if (!this.#looksAt(text)) return false;
    this.#at += text.length;
    return true;
  }

  #choice(): RegexNode {
    this.#depth += 1;
    if (this.#depth > mostDepth) badRegex('regular expression is too complex');
    const items = [this.#sequence()];
    while (this.#eat('|')) items.push(this.#sequence());
    this.#depth -= 1;
    return items.length === 1 && items[0] !== undefined ? items[0] : { kind: 'choice', items };
  }

  #sequence(): RegexNode {
    const items: RegexNode[] = [];
    for (;;) {
      this.#skipIgnored();
      const next = this.#peek();
      if (next === '' || next === '|' || (next === ')' && this.#depth > 1)) break;
      const node = this.#atom();
      items.push(
        node.kind === 'anchor' || node.kind === 'look'
          ? this.#unquantified(node)
          : this.#quantified(node),
      );
    }
    if (items.length === 0) return { kind: 'empty' };
    return items.length === 1 && items[0] !== undefined ? items[0] : { kind: 'sequence', items };
  }

  #skipIgnored(): void {
    for (;;) {
      if (this.#looksAt('(?#')) {
        while (this.#at < this.#codes.length && this.#peek() !== ')') this.#at += 1;
        if (!this.#eat(')')) badRegex('parentheses () not balanced');
      } else if (this.#options.expanded && /^\s$/u.test(this.#peek())) {
        this.#at += 1;
      } else if (this.#options.expanded && this.#peek() === '#') {
        while (this.#at < this.#codes.length && this.#peek() !== '\n') this.#at += 1;
      } else return;
    }
  }

  #atom(): RegexNode {
    const character = this.#peek();
    switch (character) {
      case '(':
        return this.#parenthesis();
      case ')':
        return badRegex('parentheses () not balanced');
      case '*':
      case '+':
      case '?':
        return badRegex('quantifier operand invalid');
      case '{':
        if (digit(this.#codes[this.#at + 1] ?? 0)) return badRegex('quantifier operand invalid');
        break;
      case '^':
        this.#at += 1;
        return this.#anchor(this.#options.newlineAnchors ? 'lineStart' : 'start');
      case '$':
        this.#at += 1;
        return this.#anchor(this.#options.newlineAnchors ? 'lineEnd' : 'end');
      case '.': {
        this.#at += 1;
        const { newlineStops } = this.#options;
        return { kind: 'set', set: newlineStops ? (code) => code !== 10 : () => true };
      }
      case '[':
        return this.#bracket();
      case '\\':
        return this.#escape();
    }
    const code = this.#codes[this.#at] ?? 0;
    this.#at += 1;
    return literal(code, this.#options);
  }

  #anchor(anchor: AnchorKind): RegexNode {
    return { kind: 'anchor', anchor };
  }

  #bracket(): RegexNode {
    if (this.#eat('[[:<:]]')) return this.#anchor('wordStart');
    if (this.#eat('[[:>:]]')) return this.#anchor('wordEnd');
    const { set, end } = parseBracket(this.#codes, this.#at + 1, this.#options);
    this.#at = end;
    return { kind: 'set', set };
  }

  #parenthesis(): RegexNode {
    const look = (['(?=', '(?!', '(?<=', '(?<!'] as const).find((start) => this.#eat(start));
    if (look !== undefined) {
      this.#lookDepth += 1;
      const inner = this.#closing(this.#choice());
      this.#lookDepth -= 1;
      return { kind: 'look', ahead: !look.includes('<'), negative: look.includes('!'), inner };
    }
    if (this.#eat('(?:')) {
      return repeatable(this.#closing(this.#choice()));
    }
    if (this.#looksAt('(?')) return badRegex('quantifier operand invalid');
    this.#at += 1;
    // Parentheses in a constraint capture nothing.
    if (this.#lookDepth > 0) return repeatable(this.#closing(this.#choice()));
    this.groups += 1;
    const group = this.groups;
    const inner = this.#closing(this.#choice());
    this.#closed.set(group, inner);
    return { kind: 'group', group, inner };
  }

  #closing(node: RegexNode): RegexNode {
    return this.#eat(')') ? node : badRegex('parentheses () not balanced');
  }

  #escape(): RegexNode {
    const next = this.#peek(1);
    if (next === '') return badRegex('invalid escape \\ sequence');
    const anchors: Readonly<Record<string, AnchorKind>> = {
      ...{ A: 'start', Z: 'end', m: 'wordStart', M: 'wordEnd', y: 'edge', Y: 'noEdge' },
    };
    const anchor = anchors[next];
    if (anchor !== undefined) {
      this.#at += 2;
      return this.#anchor(anchor);
    }
    const shorthand = this.#shorthand(next);
    if (shorthand !== undefined) {
      this.#at += 2;
      return { kind: 'set', set: shorthand };
    }
    const reference = this.#reference();
    if (reference !== undefined) return reference;
    const { code, end } = escapedCharacter(this.#codes, this.#at + 1);
    this.#at = end;
    return literal(code, this.#options);
  }

  #shorthand(letter: string): CharacterSet | undefined {
    const sets: Readonly<Record<string, CharacterSet>> = { d: digit, s: space, w: word };
    const set = Object.hasOwn(sets, letter.toLowerCase()) ? sets[letter.toLowerCase()] : undefined;
    if (set === undefined || letter === letter.toLowerCase()) return set;
    // Unlike `[^...]`, `\D` and `\W` match a newline too, whatever the mode.
    return (code) => !set(code);
  }

  /**
   * \1 to \9 are references. A number with more digits is a reference where the group is already
   * closed, otherwise octal.
   */
  #reference(): RegexNode | undefined {
    const digits = /^[1-9][0-9]*/.exec(
      String.fromCodePoint(...this.#codes.slice(this.#at + 1, this.#at + 5)),
    )?.[0];
    if (digits === undefined) return undefined;
    const group = Number(digits);
    if (digits.length > 1 && group > this.groups) return undefined;
    const inner = this.#closed.get(group);
    if (inner === undefined || this.#lookDepth > 0) return badRegex('invalid backreference number');
    this.#at += 1 + digits.length;
    return { kind: 'reference', group, inner: withoutConstraints(inner) };
  }

  #unquantified(node: RegexNode): RegexNode {
    this.#skipIgnored();
    return this.#quantifier() === undefined ? node : badRegex('quantifier operand invalid');
  }

  #quantified(inner: RegexNode): RegexNode {
    this.#skipIgnored();
    const quantifier = this.#quantifier();
    if (quantifier === undefined) return inner;
    this.#skipIgnored();
    const { least, most, isExact } = quantifier;
    const shorter = this.#eat('?');
    this.#skipIgnored();
    if (
      /^[*+?]$/.test(this.#peek()) ||
      (this.#peek() === '{' && digit(this.#codes[this.#at + 1] ?? 0))
    ) {
      badRegex('quantifier operand invalid');
    }
    return {
      kind: 'repeat',
      inner,
      least,
      most,
      prefers: isExact ? undefined : shorter ? 'shorter' : 'longer',
    };
  }

  #quantifier(): { least: number; most: number; isExact: boolean } | undefined {
    if (this.#eat('*')) return { least: 0, most: Number.POSITIVE_INFINITY, isExact: false };
    if (this.#eat('+')) return { least: 1, most: Number.POSITIVE_INFINITY, isExact: false };
    if (this.#eat('?')) return { least: 0, most: 1, isExact: false };
    if (this.#peek() !== '{' || !digit(this.#codes[this.#at + 1] ?? 0)) return undefined;
    this.#at += 1;
    const least = this.#count();
    if (this.#eat('}')) return { least, most: least, isExact: true };
    if (!this.#eat(','))
      return badRegex(
        this.#peek() === '' ? 'braces {} not balanced' : 'invalid repetition count(s)',
      );
    const most = digit(this.#codes[this.#at] ?? 0) ? this.#count() : Number.POSITIVE_INFINITY;
    if (most < least) return badRegex('invalid repetition count(s)');
    if (!this.#eat('}'))
      return badRegex(
        this.#peek() === '' ? 'braces {} not balanced' : 'invalid repetition count(s)',
      );
    return { least, most, isExact: false };
  }

  #count(): number {
    let value = 0;
    while (digit(this.#codes[this.#at] ?? 0)) {
      value = value * 10 + Number(this.#peek());
      this.#at += 1;
    }
    return value > mostRepeats ? badRegex('invalid repetition count(s)') : value;
  }
}
