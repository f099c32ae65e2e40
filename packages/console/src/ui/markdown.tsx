import type { ReactNode } from 'react';

/**
 * Markdown that people write about tables: headings, paragraphs, lists, code, emphasis and links.
 * The output is elements, never HTML of the writer, and links lead out by http only.
 */
export function Markdown({ text }: { readonly text: string }) {
  return <div className="markdown">{blocksOf(text).map(blockElement)}</div>;
}

type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] };

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const [, marks, heading] = /^(#{1,6}) +(.*)$/.exec(line) ?? [];
    const rest = (from: number, isPart: (line: string) => boolean) => {
      let to = from;
      while (to < lines.length && isPart(lines[to] ?? '')) to += 1;
      return { part: lines.slice(from, to), to };
    };
    if (line.trim() === '') at += 1;
    else if (marks !== undefined && heading !== undefined) {
      blocks.push({ kind: 'heading', level: marks.length, text: heading });
      at += 1;
    } else if (line.startsWith('```')) {
      const { part, to } = rest(at + 1, (next) => !next.startsWith('```'));
      blocks.push({ kind: 'code', text: part.join('\n') });
      at = to + 1;
    } else if (listItem.test(line)) {
      const { part, to } = rest(at, (next) => listItem.test(next));
      blocks.push({ kind: 'list', items: part.map((item) => item.replace(listItem, '')) });
      at = to;
    } else {
      const { part, to } = rest(
        at,
        (next) => next.trim() !== '' && !/^(#{1,6} |```)/.test(next) && !listItem.test(next),
      );
      blocks.push({ kind: 'paragraph', text: part.join(' ') });
      at = to;
    }
  }
  return blocks;
}

const listItem = /^\s*(?:[-*+]|\d+\.) +/;

function blockElement(block: Block, key: number): ReactNode {
  if (block.kind === 'code') return <pre key={key}>{block.text}</pre>;
  if (block.kind === 'paragraph') return <p key={key}>{inline(block.text)}</p>;
  if (block.kind === 'heading') {
    const Heading = block.level < 2 ? 'h3' : 'h4';
    return <Heading key={key}>{inline(block.text)}</Heading>;
  }
  return (
    <ul key={key}>
      {block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn anew as a whole.
        <li key={index}>{inline(item)}</li>
      ))}
    </ul>
  );
}

const spans = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^\]]+\]\(https?:\/\/[^)\s]+\))/;

function inline(text: string): ReactNode[] {
  return text.split(spans).map((part, key) => {
    const [, label, address] = /^\[([^\]]+)\]\((https?:\/\/[^)\s]+)\)$/.exec(part) ?? [];
    if (address !== undefined) {
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn anew as a whole.
        <a key={key} href={address} rel="noreferrer noopener" target="_blank">
          {label}
        </a>
      );
    }
    // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn anew as a whole.
    if (/^`.+`$/.test(part)) return <code key={key}>{part.slice(1, -1)}</code>;
    // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn anew as a whole.
    if (/^\*\*.+\*\*$/.test(part)) return <strong key={key}>{part.slice(2, -2)}</strong>;
    // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn anew as a whole.
    if (/^\*.+\*$/.test(part)) return <em key={key}>{part.slice(1, -1)}</em>;
    return part;
  });
}
