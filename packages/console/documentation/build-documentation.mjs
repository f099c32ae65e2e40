/**
 * Makes HTML below `dist/docs/` from the pages of `docs/` and the client's README. The pages need
 * neither the console's script nor a token. A link to a missing page or heading fails the build.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { Marked } from 'marked';

const root = join(import.meta.dirname, '../../..');

/** The navigation, by files below `docs/`; every other page is reached by links. */
const groups = [
  [
    'Guide',
    [
      'getting-started.md',
      'concepts.md',
      'loading.md',
      'querying.md',
      'connections.md',
      'search.md',
      'agents.md',
      'client.md',
      'operations.md',
    ],
  ],
  [
    'To look things up',
    ['reference.md', 'settings.md', 'metrics.md', 'types.md', 'hotsql.md', 'hotsql-areas.md'],
  ],
  ['The contract', (pages) => [...pages.keys()].filter((name) => name.startsWith('contract/'))],
];

/** Every source with its path in the repository, by name below `docs/`. */
export function documentationSources() {
  const docs = join(root, 'docs');
  const names = readdirSync(docs, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md'))
    .sort();
  return new Map([
    ...names.map((name) => [name, join(docs, name)]),
    ['client.md', join(root, 'packages/client/README.md')],
  ]);
}

/** @param {string} dist the folder of the built console */
export function buildDocumentation(dist) {
  const sources = documentationSources();
  const pages = new Map([...sources].map(([name, path]) => [name, readPage(name, path)]));
  const target = join(dist, 'docs');
  mkdirSync(target, { recursive: true });
  for (const page of pages.values()) {
    const path = join(target, page.address);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, htmlOf(page, pages, sources));
  }
  writeFileSync(join(target, 'search.json'), JSON.stringify(searchIndexOf(pages)));
  cpSync(join(root, 'packages/console/src/styles/base.css'), join(target, 'base.css'));
  for (const name of ['documentation.css', 'documentation.js', 'theme.js']) {
    cpSync(join(import.meta.dirname, name), join(target, name));
  }
}

/** A page with tokens and heading anchors, named as repository hosts name anchors. */
function readPage(name, path) {
  const tokens = new Marked({ gfm: true }).lexer(readFileSync(path, 'utf8'));
  const taken = new Map();
  const headings = tokens
    .filter(({ type }) => type === 'heading')
    .map((token) => {
      const text = plainText(token.tokens);
      const slug = text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-');
      const count = taken.get(slug) ?? 0;
      taken.set(slug, count + 1);
      return { token, text, depth: token.depth, id: count === 0 ? slug : `${slug}-${count}` };
    });
  const address = name.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html');
  const title = name === 'client.md' ? 'The typed client' : (headings[0]?.text ?? name);
  return { name, path, address, tokens, headings, title };
}

function plainText(tokens = []) {
  return tokens
    .map((token) => (token.tokens ? plainText(token.tokens) : decoded(token.text ?? '')))
    .join('');
}

/** Lexers differ in escaping; escaped text is unescaped here. */
function decoded(text) {
  const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity]);
}

function escaped(text) {
  const entities = { '<': '&lt;', '>': '&gt;', '"': '&quot;', '&': '&amp;' };
  return text.replace(/[<>"&]/g, (sign) => entities[sign]);
}

const from = (page, address) => posix.relative(posix.dirname(page.address), address) || '.';

/** A page by a link of another, where the link leads to one. */
function targetOf(href, page, pages, sources) {
  const [file] = href.split('#', 1);
  const path = file === '' ? page.path : join(dirname(page.path), file);
  const name = [...sources].find(([, source]) => source === path)?.[0];
  return { path, target: name === undefined ? undefined : pages.get(name) };
}

/** Replaces a file name as the text of a link, because a page has no file name here. */
function titleOf(href, page, pages, sources) {
  const { target } = targetOf(href, page, pages, sources);
  const heading = target?.headings.find(({ id }) => id === href.split('#', 2)[1]);
  return heading ? `${target.title}, ${heading.text}` : target?.title;
}

/** Target of a page's link; null for targets in the repository only. */
function addressOf(href, page, pages, sources) {
  if (/^https?:/.test(href)) return href;
  const [file, heading] = href.split('#', 2);
  const { path, target } = targetOf(href, page, pages, sources);
  if (!target) {
    if (existsSync(path)) return null;
    throw new Error(`${relative(root, page.path)} links ${href}, which is not there`);
  }
  if (heading !== undefined && !target.headings.some(({ id }) => id === heading)) {
    throw new Error(`${relative(root, page.path)} links ${href}: there is no such heading`);
  }
  const address = file === '' ? '' : from(page, target.address);
  return heading === undefined ? address : `${address}#${heading}`;
}

function rendererOf(page, pages, sources) {
  return {
    heading(token) {
      const { id } = page.headings.find((heading) => heading.token === token) ?? {};
      const text = this.parser.parseInline(token.tokens);
      if (token.depth === 1) return `<h1 id="${id}">${text}</h1>\n`;
      const mark = `<a class="here" href="#${id}" aria-label="Link to this part">#</a>`;
      return `<h${token.depth} id="${id}">${text} ${mark}</h${token.depth}>\n`;
    },
    link({ href, tokens }) {
      const address = addressOf(href, page, pages, sources);
      const isFileName = /\.md$/.test(plainText(tokens));
      const title = isFileName && titleOf(href, page, pages, sources);
      const text = title ? escaped(title) : this.parser.parseInline(tokens);
      if (address === null) return text;
      return `<a href="${escaped(address)}">${text}</a>`;
    },
    table(token) {
      const cells = (row, tag) =>
        row
          .map(({ tokens }, column) => {
            const side = token.align[column] === 'right' ? ' class="number"' : '';
            return `<${tag}${side}>${this.parser.parseInline(tokens)}</${tag}>`;
          })
          .join('');
      const head = token.header.some(({ text }) => text !== '')
        ? `<thead><tr>${cells(token.header, 'th')}</tr></thead>`
        : '';
      const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
      return `<div class="wide" tabindex="0" role="region" aria-label="Table"><table>${head}<tbody>${rows}</tbody></table></div>\n`;
    },
    code({ text }) {
      return `<pre tabindex="0"><code>${escaped(text)}\n</code></pre>\n`;
    },
    html({ text }) {
      throw new Error(`${relative(root, page.path)} holds HTML: ${text.slice(0, 60)}`);
    },
  };
}

function htmlOf(page, pages, sources) {
  const marked = new Marked({ gfm: true, renderer: rendererOf(page, pages, sources) });
  const to = (address) => from(page, address);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escaped(page.title)} - Quern</title>
    <link rel="icon" href="${to('../quern.svg')}" type="image/svg+xml" />
    <link rel="stylesheet" href="${to('base.css')}" />
    <link rel="stylesheet" href="${to('documentation.css')}" />
    <script src="${to('theme.js')}"></script>
    <script type="module" src="${to('documentation.js')}"></script>
  </head>
  <body>
    <a class="skip" href="#content">Skip to content</a>
    <header class="topbar">
      <a class="brand" href="${to('index.html')}"><img src="${to('../quern.svg')}" alt="" width="24" height="24" /> Quern <span>documentation</span></a>
      <div id="search" class="search"></div>
      <a class="to-pages" href="#pages">Pages</a>
      <a href="${to('api')}/">HTTP interface</a>
      <a href="${to('../')}">Console</a>
      <button type="button" id="theme" hidden>Dark or light</button>
    </header>
    <div class="body">
      <main id="content" tabindex="-1">
        <article>${marked.parser(page.tokens)}</article>
        ${neighbours(page, pages)}
      </main>
      ${contentsOf(page)}
      <nav id="pages" class="pages" aria-label="Pages">${navigationOf(page, pages)}</nav>
    </div>
  </body>
</html>
`;
}

function namesOf(group, pages) {
  const [, names] = group;
  return typeof names === 'function' ? names(pages) : names;
}

function linkTo(page, target, text = target.title) {
  const current = page === target ? ' aria-current="page"' : '';
  return `<a href="${from(page, target.address)}"${current}>${escaped(text)}</a>`;
}

function navigationOf(page, pages) {
  return groups
    .map((group) => {
      const links = namesOf(group, pages).map((name) => {
        const target = pages.get(name);
        if (!target) throw new Error(`docs/${name} is not there`);
        return `<li>${linkTo(page, target)}</li>`;
      });
      return `<h2>${group[0]}</h2><ul>${links.join('')}</ul>`;
    })
    .join('');
}

/** Previous and next page in the guide. */
function neighbours(page, pages) {
  const names = namesOf(groups[0], pages);
  const place = names.indexOf(page.name);
  if (place < 0) return '';
  const [before, after] = [names[place - 1], names[place + 1]].map((name) => pages.get(name));
  const links = [
    before ? `<span>Before: ${linkTo(page, before)}</span>` : '<span></span>',
    after ? `<span>Next: ${linkTo(page, after)}</span>` : '',
  ];
  return `<nav class="neighbours" aria-label="Guide">${links.join('')}</nav>`;
}

function contentsOf({ headings }) {
  const parts = headings.filter(({ depth }) => depth === 2);
  if (parts.length < 2) return '<div class="contents"></div>';
  const items = parts.map(({ id, text }) => `<li><a href="#${id}">${escaped(text)}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>`;
}

/**
 * Parts of pages with plain text: [address, title of the page, heading, text]. Decisions are found
 * by their list.
 */
function searchIndexOf(pages) {
  const parts = [];
  for (const page of pages.values()) {
    if (page.name.startsWith('adr/')) continue;
    let part = null;
    for (const token of page.tokens) {
      if (token.type === 'heading') {
        const { id, text, depth } = page.headings.find((heading) => heading.token === token);
        const address = depth === 1 ? page.address : `${page.address}#${id}`;
        part = [address, page.title, text, ''];
        parts.push(part);
      } else if (part) part[3] += ` ${textOf(token)}`;
    }
  }
  return parts.map(([address, title, heading, text]) => [
    address,
    title,
    heading,
    text.replace(/\s+/g, ' ').trim(),
  ]);
}

function textOf(token) {
  if (token.type === 'table') {
    return [token.header, ...token.rows]
      .map((row) => row.map(({ tokens }) => plainText(tokens)).join(' '))
      .join(' ');
  }
  if (token.type === 'list') {
    return token.items.map(({ tokens }) => tokens.map(textOf).join(' ')).join(' ');
  }
  return token.tokens ? plainText(token.tokens) : decoded(token.text ?? '');
}
