/**
 * Rows as a table for people. All text is foreign, so control characters are shown, and cannot
 * steer the terminal.
 */

export interface TableText {
  /** Includes the line below the head. */
  readonly head: string;
  line(row: readonly unknown[]): string;
}

export interface TableLook {
  readonly hasColours: boolean;
  /** The widest shown cell. */
  readonly cellWidth: number;
}

/** Columns are as wide as the first rows need; a longer cell of a later row is cut. */
export function tableText(
  columns: readonly string[],
  first: readonly (readonly unknown[])[],
  look: TableLook,
): TableText {
  const isNumber = columns.map(
    (_, index) =>
      first.some((row) => row[index] !== null) && first.every((row) => isNumeric(row[index])),
  );
  const widths = columns.map((column, index) => {
    const cells = [shown(column), ...first.map((row) => cellText(row[index]))];
    return Math.min(look.cellWidth, Math.max(...cells.map(widthOf), 1));
  });
  const join = (cells: readonly string[]) => cells.join('  ').trimEnd();
  const fit = (text: string, index: number) =>
    fitted(text, widths[index] ?? 1, isNumber[index] ?? false);
  const head = join(columns.map((column, index) => fit(shown(column), index)));
  const rule = join(widths.map((width) => '─'.repeat(width)));
  const faint = (text: string) => (look.hasColours ? `\u001b[2m${text}\u001b[0m` : text);
  const strong = (text: string) => (look.hasColours ? `\u001b[1m${text}\u001b[0m` : text);
  return {
    head: `${strong(head)}\n${faint(rule)}`,
    line: (row) =>
      join(
        columns.map((_, index) => {
          const cell = fit(cellText(row[index]), index);
          return row[index] === null ? faint(cell) : cell;
        }),
      ),
  };
}

/** The text of a cell. A null differs from the text `null`; lists and objects are JSON. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '∅';
  if (typeof value === 'object')
    return shown(
      JSON.stringify(value, (_key, field) => (typeof field === 'bigint' ? String(field) : field)),
    );
  return shown(String(value));
}

/** Control characters, and marks that turn the direction of writing, as visible text. */
export function shown(text: string): string {
  return text.replace(
    /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (character) => {
      if (character === '\n') return '⏎';
      if (character === '\t') return '→';
      return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
    },
  );
}

const isNumeric = (value: unknown) =>
  value === null ||
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  (typeof value === 'string' && /^-?\d+\.\d+$/.test(value));

function fitted(text: string, width: number, isRight: boolean): string {
  const wide = widthOf(text);
  if (wide > width) return cut(text, width);
  const blanks = ' '.repeat(width - wide);
  return isRight ? blanks + text : text + blanks;
}

function cut(text: string, width: number): string {
  let kept = '';
  let used = 0;
  for (const character of text) {
    const wide = characterWidth(character);
    if (used + wide > width - 1) break;
    kept += character;
    used += wide;
  }
  return `${kept}…${' '.repeat(Math.max(0, width - used - 1))}`;
}

export function widthOf(text: string): number {
  if (/^[\u0020-\u007e]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** Width in terminal cells: none for marks on a letter, two for East Asian letters and pictures. */
function characterWidth(character: string): number {
  if (/\p{Mn}|\p{Me}|\u200d|\ufe0f/u.test(character)) return 0;
  return /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u.test(
    character,
  ) || /[\u{20000}-\u{3fffd}]/u.test(character)
    ? 2
    : 1;
}
