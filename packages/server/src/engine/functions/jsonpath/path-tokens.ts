import { sqlError } from '../../../kernel/sql-error.ts';

export type PathToken =
  | { readonly kind: 'symbol'; readonly text: string }
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'variable'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string; readonly isInteger: boolean };

export const badPath = (): never => sqlError('42601', 'invalid input syntax for type jsonpath');

const space = /(?:[ \t\n\r\f]|\/\*[\s\S]*?\*\/)*/y;
const symbols = /\*\*|==|!=|<>|<=|>=|&&|\|\||[?%$.[\]{}()!=<>@#,*:+/|&-]/y;
const nameCharacter = String.raw`[^?%$.[\]{}()|&!=<>@#,*:\-+/\\" \t\n\r\f]`;
const escapeSequence = String.raw`\\(?:u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[^ux])`;
const names = new RegExp(`(?:${nameCharacter}|${escapeSequence})+`, 'y');
const strings = new RegExp(String.raw`"((?:[^"\\]|${escapeSequence})*)"`, 'y');
const radixNumber = /0(?:x[0-9a-f]+(?:_[0-9a-f]+)*|o[0-7]+(?:_[0-7]+)*|b[01]+(?:_[01]+)*)/iy;
const integer = String.raw`(?:0|[1-9](?:_?\d)*)`;
const digits = String.raw`\d(?:_?\d)*`;
const decimalNumber = new RegExp(
  String.raw`(?:${integer}(?:\.(?:${digits})?)?|\.${digits})(?:[eE][+-]?${digits})?`,
  'y',
);
const nameStart = new RegExp(`${nameCharacter}|\\\\`, 'y');

/** The tokens of a jsonpath text. */
export function pathTokens(text: string): PathToken[] {
  const tokens: PathToken[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  for (;;) {
    match(space);
    if (at >= text.length) return tokens;
    const start = text[at] ?? '';
    if (
      /\d/.test(start) ||
      (start === '.' && /\d/.test(text[at + 1] ?? '') && !followsPath(tokens))
    ) {
      tokens.push(readNumber(match));
      nameStart.lastIndex = at;
      if (nameStart.test(text)) badPath();
      continue;
    }
    if (start === '"') {
      tokens.push({ kind: 'string', text: decodeEscapes((match(strings) ?? badPath())[1] ?? '') });
    } else if (start === '$' && /["]/.test(text[at + 1] ?? '')) {
      at++;
      tokens.push({
        kind: 'variable',
        text: decodeEscapes((match(strings) ?? badPath())[1] ?? ''),
      });
    } else if (start === '$') {
      at++;
      const name = match(names);
      tokens.push(
        name === null
          ? { kind: 'symbol', text: '$' }
          : { kind: 'variable', text: decodeEscapes(name[0]) },
      );
    } else {
      const symbol = match(symbols);
      if (symbol !== null) tokens.push({ kind: 'symbol', text: symbol[0] });
      else tokens.push({ kind: 'name', text: decodeEscapes((match(names) ?? badPath())[0]) });
    }
  }
}

/** True where a dot begins an accessor, never a number. */
function followsPath(tokens: readonly PathToken[]): boolean {
  const last = tokens.at(-1);
  if (last === undefined) return false;
  return last.kind !== 'symbol' || ['$', '@', ')', ']', '}', '*', '**'].includes(last.text);
}

function readNumber(match: (pattern: RegExp) => RegExpExecArray | null): PathToken {
  const radix = match(radixNumber);
  if (radix !== null)
    return {
      kind: 'number',
      text: BigInt(radix[0].replaceAll('_', '')).toString(),
      isInteger: true,
    };
  const text = (match(decimalNumber) ?? badPath())[0].replaceAll('_', '');
  return { kind: 'number', text, isInteger: /^\d+$/.test(text) };
}

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

function decodeEscapes(raw: string): string {
  if (!raw.includes('\\')) return raw;
  const text = raw.replace(
    /\\(?:u\{([^}]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))/g,
    (
      _all,
      braced: string | undefined,
      hex: string | undefined,
      byte: string | undefined,
      other: string,
    ) => {
      const code = braced ?? hex ?? byte;
      if (code === undefined) return escapes[other] ?? other;
      const point = Number.parseInt(code, 16);
      if (point === 0)
        return sqlError(
          '22P05',
          'unsupported Unicode escape sequence: \\u0000 cannot be converted to text',
        );
      if (point > 0x10ffff) return badPath();
      return braced === undefined ? String.fromCharCode(point) : String.fromCodePoint(point);
    },
  );
  return /\p{Surrogate}/u.test(text)
    ? sqlError('22P02', 'invalid input syntax for type jsonpath')
    : text;
}
