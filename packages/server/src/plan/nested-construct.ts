import { tokensOf } from './hotsql/read/tokens.ts';

/**
 * The message for a statement too deep for a parser or a walk over its tree; `namingNesting` adds
 * the construct.
 */
export const nestedTooDeeply = 'the statement is nested too deeply';

/** The message for a statement that exceeds a fixed limit of nesting. */
export const nestsMoreThan = (levels: number) =>
  `the statement nests more than ${levels} levels deep`;
const nestsMore = /^the statement nests more than \d+ levels deep$/;

const constructs = [
  'parentheses',
  'function calls',
  'subqueries',
  'arrays',
  'structs',
  'CASE',
] as const;
type Construct = (typeof constructs)[number];

/**
 * Below this number of levels the brackets are not the cause: a chain such as `1 + 1 + 1` has none.
 */
const fewLevels = 50;

/** Words that may precede a bracket without being a function's name. */
const notCalled =
  /^(?:all|and|any|as|by|else|exists|filter|from|having|in|is|lateral|like|not|on|or|over|select|some|then|using|values|when|where)$/i;

/** Adds the text's most deeply nested construct to a message about nesting. Linear time. */
export function namingNesting(message: string, sql: string): string {
  const isPlain = message === nestedTooDeeply || message.startsWith('the query nests too deeply');
  if (!isPlain && !nestsMore.test(message)) return message;
  return `${isPlain ? nestedTooDeeply : message}; use fewer ${deepestConstruct(sql)}`;
}

function deepestConstruct(sql: string): string {
  const open: Construct[] = [];
  const counts = new Map<Construct, number>(constructs.map((construct) => [construct, 0]));
  let deepest = 0;
  let commonest: Construct = 'parentheses';
  const count = (construct: Construct, by: number) =>
    counts.set(construct, (counts.get(construct) ?? 0) + by);
  const enter = (construct: Construct) => {
    open.push(construct);
    count(construct, 1);
    if (open.length <= deepest) return;
    deepest = open.length;
    commonest = [...counts].reduce((most, next) => (next[1] > most[1] ? next : most))[0];
  };
  const leave = () => {
    const left = open.pop();
    if (left !== undefined) count(left, -1);
  };
  let before = '';
  const prefixes = new Map<string, number>();
  for (const { text } of tokensOf(sql)) {
    if (before === '(' && /^(?:select|with|values)$/i.test(text)) {
      leave();
      enter('subqueries');
    } else if (text === '(')
      enter(/^[\w"]/.test(before) && !notCalled.test(before) ? 'function calls' : 'parentheses');
    else if (text === '[') enter('arrays');
    else if (text === '{') enter('structs');
    else if (/^case$/i.test(text)) enter('CASE');
    else if (/^(?:[)\]}]|end)$/i.test(text)) leave();
    const prefix = prefixOf(before, text);
    if (prefix !== undefined) prefixes.set(prefix, (prefixes.get(prefix) ?? 0) + 1);
    before = text;
  }
  if (deepest >= fewLevels) return `levels of ${commonest}`;
  const often = [...prefixes].find(([, times]) => times >= fewLevels)?.[0];
  return often ?? 'operators one after another';
}

/** Constructs that nest without a bracket. */
function prefixOf(before: string, text: string): string | undefined {
  if (text === ':' && before === ':') return 'casts one after another';
  return /^not$/i.test(text) && /^not$/i.test(before) ? 'NOT before one another' : undefined;
}
