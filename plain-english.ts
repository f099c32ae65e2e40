import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Comments and Markdown as figures: shares of pronouns, and of comments without a noun in front. */
export type EnglishFigures = {
  /** Pronouns in 100 words. */
  pronouns: number;
  /** Percent of comments that begin as a fragment. */
  fragments: number;
  /** Comments of 14 words or more with over 20 % pronouns, as `file:line`. */
  dense: string[];
  /** Ten files with the most pronouns beyond 5 in 100 words, plus fragments. */
  worst: string[];
};

const denseWords = 14;
const denseShare = 0.2;
const fairShare = 0.05;
const worstFiles = 10;

const pronouns = new Set(
  `it its itself they them their theirs themselves this that these those which who whom whose what
  whatever whoever one ones`.split(/\s+/),
);

/** First words of a comment without a noun in front. */
const fragment = new RegExp(
  `^(no longer|${`of what whether where which who null as for from in with how that so by to at on
  and or but because since not if when also than without`.replaceAll(/\s+/g, '|')})\\b`,
  'i',
);

const skippedFolders = new Set(['node_modules', 'dist', 'generated', 'corpus', 'screenshots']);
const isMeasured = (file: string) => /\.(ts|tsx|mjs|md)$/.test(file) && file !== 'CHANGELOG.md';

type Comment = { line: number; text: string };

/** Measures the tree below `root`: `packages`, `bench`, `release`, `docs`, and files in `root`. */
export function measureEnglish(root: string): EnglishFigures {
  const all = { words: 0, pronouns: 0, comments: 0, fragments: 0 };
  const dense: string[] = [];
  const files: { file: string; weight: number; said: string }[] = [];
  for (const file of measuredFiles(root)) {
    const own = { words: 0, pronouns: 0, comments: 0, fragments: 0 };
    const text = readFileSync(join(root, file), 'utf8');
    for (const comment of file.endsWith('.md') ? paragraphsOf(text) : commentsOf(text)) {
      const words = wordsOf(comment.text);
      if (words.length === 0) continue;
      const count = words.filter((word) => pronouns.has(word.toLowerCase())).length;
      own.words += words.length;
      own.pronouns += count;
      own.comments += 1;
      if (fragment.test(comment.text.trim())) own.fragments += 1;
      if (words.length >= denseWords && count / words.length > denseShare) {
        dense.push(`${file}:${comment.line}`);
      }
    }
    for (const key of ['words', 'pronouns', 'comments', 'fragments'] as const) all[key] += own[key];
    files.push({
      file,
      weight: own.pronouns - fairShare * own.words + own.fragments,
      said: `${own.pronouns} pronouns in ${own.words} words, ${own.fragments} fragments`,
    });
  }
  files.sort((a, b) => b.weight - a.weight);
  return {
    pronouns: (100 * all.pronouns) / all.words,
    fragments: (100 * all.fragments) / all.comments,
    dense,
    worst: files.slice(0, worstFiles).map(({ file, said }) => `${file}: ${said}`),
  };
}

function measuredFiles(root: string): string[] {
  const below = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : below(path);
      return isMeasured(entry.name) ? [path] : [];
    });
  const inRoot = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isMeasured(entry.name))
    .map((entry) => entry.name);
  return [...inRoot, ...['packages', 'bench', 'release', 'docs'].flatMap(below)].sort();
}

/** Words besides code in backquotes, tags and addresses. */
function wordsOf(text: string): string[] {
  const plain = text
    .replace(/`[^`]*`/g, ' X ')
    .replace(/@\w+/g, '')
    .replace(/https?:\S+/g, '');
  return plain.match(/[A-Za-z][A-Za-z'’-]*/g) ?? [];
}

/** Paragraphs and whole tables of a Markdown text, without its fenced examples. */
function paragraphsOf(text: string): Comment[] {
  const found: Comment[] = [];
  let isFenced = false;
  let current: Comment | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('```')) isFenced = !isFenced;
    else if (line.trim() === '') current = undefined;
    else if (!isFenced) {
      if (current === undefined) {
        current = { line: index + 1, text: '' };
        found.push(current);
      }
      current.text += ` ${line}`;
    }
  }
  return found;
}

/** Comments on lines without code; consecutive lines of `//` are a single comment. */
function commentsOf(text: string): Comment[] {
  const found: Comment[] = [];
  let current: Comment | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = line.trimStart();
    const mark = /^(\/\/|\/\*\*?|\*(?!\/))\s?/.exec(trimmed)?.[0];
    if (mark === undefined || (mark.startsWith('*') && current === undefined)) {
      current = undefined;
      continue;
    }
    if (current === undefined || mark.startsWith('/*')) {
      current = { line: index + 1, text: '' };
      found.push(current);
    }
    const said = trimmed.slice(mark.length);
    current.text += ` ${said.replace('*/', '')}`;
    if (said.includes('*/')) current = undefined;
  }
  return found;
}
