import { foldName } from './duckdb/read-tree.ts';
import { constantsOf, withConstants } from './filters/filter-constants.ts';
import type { Analysis, PlannedText, TableShape } from './types.ts';

/**
 * A text without its lookup constants: `... WHERE id = 5 AND name = 'x'` and the same text with
 * other values differ only at execution. Agents and forms send such texts all day, each of them
 * new. Planning a text takes 1 ms of CPU, and checking it in the worker another.
 */
export interface TextTemplate {
  /** The text with marks in place of the constants. */
  readonly key: string;
  /** Constants as written: integers of at most nine digits, and strings of plain characters. */
  readonly constants: readonly Constant[];
  /** The text around the constants: one piece more than constants. */
  readonly pieces: readonly string[];
  /** Every other literal of the text. */
  readonly others: readonly string[];
}

interface Constant {
  readonly text: string;
  /** The compared column, folded like an unquoted name. */
  readonly column: string;
}

/** Searching longer texts costs more than the saving. */
const maxLength = 2048;
const maxConstants = 20;

const token = /\s+|'[^']*'|"[^"]*"|[A-Za-z_]\w*|\d[\w.]*|[().,;[\]]|[^\s\w"'().,;[\]]+/gy;
/**
 * Comments, escapes, dollar quotes, parameters and non-ASCII characters: texts with these have no
 * template.
 */
const odd = /--|\/\*|[^\t\n\r\x20-\x7e]|[\\$]/;

type Kind = 'string' | 'quoted' | 'word' | 'number' | 'mark' | 'operator';

interface Token {
  readonly kind: Kind;
  readonly text: string;
  readonly start: number;
}

/** Texts with a template do not contain these characters. */
const [integerMark, stringMark] = ['\u0001', '\u0002'];

/** Null without such constants, and for a text of unclear structure. */
export function templateOf(sql: string): TextTemplate | null {
  if (sql.length > maxLength || !/where/i.test(sql) || odd.test(sql)) return null;
  const tokens = tokensOf(sql);
  const where =
    tokens?.findIndex(({ kind, text }) => kind === 'word' && /^where$/i.test(text)) ?? -1;
  if (!tokens || where < 0) return null;
  const constants: Constant[] = [];
  const pieces: string[] = [];
  const others: string[] = [];
  let end = 0;
  tokens.forEach(({ kind, text, start }, at) => {
    if (kind !== 'number' && kind !== 'string') return;
    const column =
      at > where && constants.length < maxConstants ? comparedColumn(tokens, at) : null;
    if (column === null) {
      others.push(text);
      return;
    }
    constants.push({ text, column });
    pieces.push(sql.slice(end, start));
    end = start + text.length;
  });
  if (constants.length === 0) return null;
  pieces.push(sql.slice(end));
  const marks = constants.map(({ text }) => (text.startsWith("'") ? stringMark : integerMark));
  return {
    key: pieces.map((piece, at) => piece + (marks[at] ?? '')).join(''),
    constants,
    pieces,
    others,
  };
}

/** The first letter decides. Named groups of the expression take several times as long. */
function kindOf(code: number): Kind | 'space' {
  if (code <= 0x20) return 'space';
  if (code === 0x27) return 'string';
  if (code === 0x22) return 'quoted';
  if (code >= 0x30 && code <= 0x39) return 'number';
  const letter = code | 0x20;
  if ((letter >= 0x61 && letter <= 0x7a) || code === 0x5f) return 'word';
  return '().,;[]'.includes(String.fromCharCode(code)) ? 'mark' : 'operator';
}

/** Null if a quote follows another quote or a word (`'it''s'`, `E'...'`). */
function tokensOf(sql: string): Token[] | null {
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: text, index } of sql.matchAll(token)) {
    end = index + text.length;
    const kind = kindOf(text.charCodeAt(0));
    if (kind === 'space') continue;
    const last = tokens.at(-1);
    const follows =
      last !== undefined && last.start + last.text.length === index && isQuotable(last.kind);
    if (follows && isQuotable(kind)) return null;
    tokens.push({ kind, text, start: index });
  }
  return end === sql.length ? tokens : null;
}

/**
 * True if each column has the type declared by its table. A subquery, a cast, a function in FROM or
 * a system table could give the name another type, and a literal would then be read as that type
 * (cut to 63 bytes as a `name`, for example).
 */
function readsTablesAlone({ pieces }: TextTemplate): boolean {
  const tokens = tokensOf(pieces.join('0')) ?? [];
  const isWord = ({ kind }: Token) => kind === 'word' || kind === 'quoted';
  const words = tokens.filter(isWord).map(({ text }) => text.replaceAll('"', '').toLowerCase());
  if (words.filter((word) => word === 'select').length !== 1) return false;
  if (words.some((word) => givesTypes.test(word)) || tokens.some(({ text }) => text.includes('::')))
    return false;
  const from = tokens.findIndex(({ text }) => /^from$/i.test(text));
  const where = tokens.findIndex(({ text }) => /^where$/i.test(text));
  return tokens
    .slice(0, where)
    .every(
      ({ text }, at) =>
        text !== '(' || at < from || /^(?:on|using|and|or|not)$/i.test(tokens[at - 1]?.text ?? ''),
    );
}

const givesTypes = /^(?:with|cast|try_cast|values|table|lateral|rows|pg_\w*|information_schema)$/;

const isQuotable = (kind: Kind) =>
  kind === 'string' || kind === 'quoted' || kind === 'word' || kind === 'number';

/**
 * The column of `<and> <column> = <constant> <end>`; null if the constant at `at` is in any other
 * position.
 */
function comparedColumn(tokens: readonly Token[], at: number): string | null {
  const { kind, text } = tokens[at] ?? { kind: 'mark', text: '' };
  const isPlain =
    kind === 'number' ? /^(?:0|[1-9]\d{0,8})$/.test(text) : /^'[\x20-\x7e]{0,200}'$/.test(text);
  if (!isPlain || tokens[at - 1]?.text !== '=' || !endsTest(tokens[at + 1])) return null;
  const name = tokens[at - 2];
  let before = at - 3;
  while (tokens[before]?.text === '.' && isName(tokens[before - 1])) before -= 2;
  if (!isName(name) || !/^(?:where|and|or|\()$/i.test(tokens[before]?.text ?? '')) return null;
  return name?.kind === 'quoted' ? name.text.slice(1, -1) : foldName(name?.text ?? '');
}

const isName = (found: Token | undefined) => found?.kind === 'word' || found?.kind === 'quoted';
const endsTest = (found: Token | undefined) =>
  found === undefined || /^(?:\)|;|and|or|order|group|limit)$/i.test(found.text);

/** The plan of a text, with holes for its constants. */
export interface PlanTemplate {
  readonly planned: PlannedText;
  readonly pieces: readonly string[];
  /** For each hole, the index of its constant in the text. */
  readonly places: readonly number[];
  /** The original text's constants, also present in the filters. */
  readonly texts: readonly string[];
}

/**
 * The plan for every text of the template, derived from the plan of one. Null unless the derivation
 * is certain. Each constant must be compared with a column of the constant's own type, so that any
 * value has that type. Each constant must occur once in the printed text, as written, in the
 * comparison with its column. If filters were read, each constant must also occur once in the
 * filters.
 */
export function planTemplate(
  template: TextTemplate,
  planned: PlannedText,
  shapes: readonly TableShape[],
): PlanTemplate | null {
  const { constants, others } = template;
  const texts = constants.map(({ text }) => text);
  if (planned.translation.statementKind !== 'select' || !hasPlainFilters(planned.analysis, texts))
    return null;
  if (new Set([...texts, ...others]).size < texts.length + new Set(others).size) return null;
  if (!readsTablesAlone(template) || !constants.every((constant) => isOfOwnType(constant, shapes)))
    return null;
  const run = templateOf(planned.translation.sql);
  if (run === null || run.constants.length !== texts.length) return null;
  const places = run.constants.map(({ text }) => texts.indexOf(text));
  const isOnce = new Set(places).size === texts.length && !places.includes(-1);
  if (!isOnce || run.others.some((other) => texts.includes(other))) return null;
  return { planned, pieces: run.pieces, places, texts };
}

/**
 * True if the analysis of the text is the same for all constants, apart from the constants in
 * filters.
 */
function hasPlainFilters({ isFromTree, tables }: Analysis, texts: readonly string[]): boolean {
  if (!isFromTree) return true;
  if (tables.some(({ best, nearest, filtered }) => best || nearest || filtered)) return false;
  const found = tables.flatMap(({ filters = [] }) => filters.flatMap(constantsOf));
  return texts.every((text) => found.filter((constant) => constant === text).length === 1);
}

/** The plan of another text of the template. */
export function planOfTemplate(
  { planned, pieces, places, texts }: PlanTemplate,
  { constants }: TextTemplate,
): PlannedText {
  const sql = pieces.map((piece, at) => piece + (constants[places[at] ?? -1]?.text ?? '')).join('');
  const translation = { ...planned.translation, sql };
  const { analysis } = planned;
  if (!analysis.isFromTree) return { translation, analysis };
  const others = new Map(texts.map((text, at) => [text, constants[at]?.text ?? text]));
  const tables = analysis.tables.map((table) =>
    table.filters === undefined
      ? table
      : { ...table, filters: table.filters.map((filter) => withConstants(filter, others)) },
  );
  return { translation, analysis: { ...analysis, tables } };
}

const integers = new Set(['SMALLINT', 'INTEGER', 'BIGINT']);

function isOfOwnType({ text, column }: Constant, shapes: readonly TableShape[]): boolean {
  const types = shapes.flatMap(({ columns }) =>
    columns.filter(({ name }) => foldName(name) === foldName(column)).map(({ type }) => type),
  );
  const isOwn = (type: string) => (text.startsWith("'") ? type === 'VARCHAR' : integers.has(type));
  return types.length > 0 && types.every(isOwn);
}
