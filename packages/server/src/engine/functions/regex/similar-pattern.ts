import { sqlError } from '../../../kernel/sql-error.ts';

/**
 * A pattern of SIMILAR TO as a regular expression. For substring(), two escaped double quotes
 * divide the pattern in three, and the part between is the group.
 */
export function similarPattern(pattern: string, escapeText: string): string {
  if ([...escapeText].length > 1) return sqlError('22025', 'invalid escape string');
  const characters = [...pattern];
  let result = '^(?:';
  let separators = 0;
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    if (character === escapeText) {
      at += 1;
      const next = characters[at];
      if (next === '"') {
        if (separators === 2) {
          sqlError(
            '2200C',
            'SQL regular expression may not contain more than two escape-double-quote separators',
          );
        }
        result += separators === 0 ? '){1,1}?(' : '){1,1}(?:';
        separators += 1;
      } else if (next !== undefined) result += `\\${next}`;
    } else if (character === '[') {
      const end = bracketEnd(characters, at, escapeText);
      result += bracket(characters.slice(at, end), escapeText);
      at = end - 1;
    } else if (character === '%') result += '.*';
    else if (character === '_') result += '.';
    else if (character === '(') result += '(?:';
    else result += /^[\\.^$]$/.test(character) ? `\\${character}` : character;
  }
  return `${result})$`;
}

/** The index after the bracket expression that begins at `start`. */
function bracketEnd(characters: readonly string[], start: number, escapeText: string): number {
  let at = start + 1;
  if (characters[at] === '^') at += 1;
  if (characters[at] === ']') at += 1;
  while (at < characters.length && characters[at] !== ']') {
    const kind = characters[at + 1] ?? '';
    if (characters[at] === escapeText && escapeText !== '') at += 2;
    else if (characters[at] === '[' && /^[:.=]$/.test(kind)) {
      at += 2;
      while (at < characters.length && !(characters[at] === kind && characters[at + 1] === ']'))
        at += 1;
      at += 2;
    } else at += 1;
  }
  return Math.min(at + 1, characters.length);
}

function bracket(characters: readonly string[], escapeText: string): string {
  let result = '';
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    if (character === escapeText && at + 1 < characters.length) {
      at += 1;
      result += `\\${characters[at]}`;
    } else result += character === '\\' ? '\\\\' : character;
  }
  return result;
}
