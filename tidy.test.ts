import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript-api';
import { describe, expect, test } from 'vitest';
import { contractSource } from './packages/client/test/contract-source.ts';
import { referenceSource } from './packages/client/test/reference-source.ts';
import { lockPrefixes } from './packages/server/src/metadata/lock-names.ts';
import { incomingPrefix, objectPrefixes, probePrefix } from './packages/server/src/objects/keys.ts';
import { measureEnglish } from './plain-english.ts';

/** The style of the tree, as a test: layers, cycles, barrels, lengths, sleeps, names. */
const root = import.meta.dirname;
const serverSrc = join(root, 'packages/server/src');

/**
 * Allowed imports of each folder of the server. `main.ts` and the folders of `wiring` may import
 * all.
 */
const mayImport: Record<string, readonly string[]> = {
  kernel: [],
  values: ['kernel'],
  config: ['kernel'],
  objects: ['kernel'],
  metadata: ['kernel'],
  secrets: ['kernel', 'metadata', 'scope'],
  engine: ['kernel', 'values', 'plan', 'objects'],
  plan: ['kernel', 'values'],
  sources: ['kernel', 'engine'],
  jobs: ['kernel', 'metadata'],
  scope: ['kernel', 'metadata'],
  lake: ['kernel', 'metadata', 'objects', 'engine'],
  locking: ['kernel', 'metadata'],
  finding: ['kernel', 'config', 'contract', 'jobs', 'lake', 'metadata', 'objects', 'scope'],
  reading: [
    'kernel',
    'config',
    'contract',
    'engine',
    'finding',
    'lake',
    'metadata',
    'objects',
    'plan',
    'scope',
  ],
  indexing: [
    'kernel',
    'config',
    'contract',
    'embeddings',
    'engine',
    'jobs',
    'lake',
    'locking',
    'metadata',
    'objects',
    'reading',
    'search',
    'secrets',
  ],
  loading: [
    'kernel',
    'config',
    'contract',
    'engine',
    'finding',
    'indexing',
    'lake',
    'locking',
    'metadata',
    'objects',
    'reading',
    'scope',
  ],
  refreshing: [
    'kernel',
    'config',
    'contract',
    'engine',
    'finding',
    'jobs',
    'lake',
    'loading',
    'locking',
    'metadata',
    'objects',
    'secrets',
    'sources',
  ],
  querying: [
    'kernel',
    'config',
    'contract',
    'engine',
    'finding',
    'indexing',
    'jobs',
    'lake',
    'metadata',
    'objects',
    'plan',
    'reading',
    'refreshing',
    'scope',
    'search',
    'secrets',
    'sources',
  ],
  writing: [
    'kernel',
    'config',
    'engine',
    'indexing',
    'lake',
    'loading',
    'locking',
    'metadata',
    'objects',
    'plan',
    'querying',
  ],
  store: ['kernel', 'engine', 'lake', 'metadata', 'objects', 'secrets'],
  operations: [
    'kernel',
    'config',
    'contract',
    'embeddings',
    'engine',
    'finding',
    'indexing',
    'jobs',
    'lake',
    'loading',
    'locking',
    'metadata',
    'objects',
    'plan',
    'querying',
    'reading',
    'refreshing',
    'scope',
    'search',
    'secrets',
    'sources',
    'writing',
  ],
  maintenance: [
    'kernel',
    'config',
    'embeddings',
    'engine',
    'indexing',
    'jobs',
    'lake',
    'loading',
    'locking',
    'metadata',
    'objects',
    'querying',
    'reading',
    'refreshing',
    'secrets',
    'store',
  ],
  http: ['kernel', 'config', 'scope', 'operations', 'contract'],
  cli: ['config', 'contract'],
  search: ['kernel', 'engine'],
  embeddings: ['kernel', 'engine', 'sources'],
};

/** Files that compose the service out of all others. */
const wiring: ReadonlySet<string> = new Set(['start', 'commands']);

/** Packages whose code would hold the HTTP process or crash it; only workers load them. */
const workersOnly = /^(@duckdb\/|@huggingface\/|libpg-query$|@polyglot-sql\/|parquet-wasm$)/;

const bannedNames = /(^|[-.])(util|utils|helper|helpers|common|misc|manager|base|data)([-.]|$)/;
const maxColumns = 100;
const maxFileLines = 500;
/** Tests of a subject share a service, which a second file would start again. */
const maxTestLines = 625;
const maxFunctionLines = 70;

interface Source {
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
  readonly isTest: boolean;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\/(node_modules|dist|generated)\//.test(path));
}

const sources: Source[] = [join(root, 'packages'), join(root, 'bench')]
  .flatMap(filesBelow)
  .map((path) => {
    const text = readFileSync(path, 'utf8');
    const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
    return { path, text, tree, isTest: /\.test\.ts$|\/test\//.test(path) };
  });

/** Imports of the tree's files: packages by name, files by path. */
const imports: ReadonlyMap<string, readonly string[]> = new Map(
  sources.map(({ path, tree }) => [
    path,
    tree.statements.flatMap((statement) =>
      (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) &&
      statement.moduleSpecifier &&
      ts.isStringLiteral(statement.moduleSpecifier)
        ? [resolved(path, statement.moduleSpecifier.text)]
        : [],
    ),
  ]),
);

function resolved(path: string, specifier: string): string {
  return specifier.startsWith('.') ? resolve(dirname(path), specifier) : specifier;
}

const importsOf = ({ path }: Source) => imports.get(path) ?? [];

/**
 * Walks the imports of files from `entry`; returns reached files, and imports that close a circle.
 */
function walkImports(entry: string, walked = new Set<string>()) {
  const circles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path))
      circles.push([...trail.slice(trail.indexOf(path)), path].map(name).join(' -> '));
    const next = imports.get(path);
    if (next === undefined || walked.has(path)) return;
    walked.add(path);
    for (const imported of next) visit(imported, [...trail, path]);
  };
  visit(entry, []);
  return { files: walked, circles };
}

/** For each folder, the neighbouring folders that its files import. */
function importsOfFolders(): ReadonlyMap<string, ReadonlySet<string>> {
  const imported = new Map<string, Set<string>>();
  for (const { path, target } of sources
    .filter(({ isTest, path }) => !isTest && path.startsWith(serverSrc))
    .flatMap((source) => importsOf(source).map((target) => ({ path: source.path, target })))) {
    if (!target.startsWith('/')) continue;
    const from = relative(serverSrc, path).split('/');
    const to = relative(serverSrc, target).split('/');
    const shared = from.findIndex((part, index) => part !== to[index]);
    // A file directly in a folder belongs to none of the folders inside.
    if (shared >= from.length - 1 || shared >= to.length - 1) continue;
    const folder = from.slice(0, shared + 1).join('/');
    imported.set(
      folder,
      (imported.get(folder) ?? new Set()).add(to.slice(0, shared + 1).join('/')),
    );
  }
  return imported;
}

/** Folders from which a chain of imports between folders beside each other comes back. */
function foldersInCircles(): string[] {
  const imported = importsOfFolders();
  const reaches = (from: string, to: string, seen: Set<string>): boolean =>
    [...(imported.get(from) ?? [])].some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });
  return [...imported.keys()].filter((folder) => reaches(folder, folder, new Set())).sort();
}

const name = (path: string) => relative(root, path);
const folderOf = (path: string) => {
  const inside = relative(serverSrc, path);
  return inside.startsWith('..') || !inside.includes('/') ? null : inside.split('/')[0];
};

function layerViolations(): string[] {
  return sources
    .filter((source) => !source.isTest)
    .flatMap((source) => {
      const folder = folderOf(source.path);
      if (!folder || wiring.has(folder)) return [];
      const allowed = mayImport[folder];
      if (!allowed)
        return [`${name(source.path)}: folder '${folder}' has no row in the table of layers`];
      return importsOf(source).flatMap((imported) => {
        const target = imported === '@quern/contract' ? 'contract' : folderOf(imported);
        if (!imported.startsWith('/') && target !== 'contract') return [];
        const fine = target === folder || (target && allowed.includes(target));
        return fine ? [] : [`${name(source.path)} imports ${imported}`];
      });
    });
}

function cycles(): string[] {
  const walked = new Set<string>();
  return sources.flatMap(({ path }) => walkImports(path, walked).circles);
}

/** Imports of a file at run time: imports of types are gone, and `import()` counts. */
const loads = new Map<Source, readonly string[]>();

function loadedBy(source: Source): readonly string[] {
  const known = loads.get(source) ?? loadsOf(source);
  loads.set(source, known);
  return known;
}

function loadsOf(source: Source): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isCall =
      ts.isCallExpression(node) &&
      (node.expression.kind === ts.SyntaxKind.ImportKeyword ||
        (ts.isIdentifier(node.expression) && node.expression.text === 'require'));
    const specifier = isCall ? node.arguments[0] : undefined;
    if (specifier && ts.isStringLiteral(specifier)) found.push(specifier.text);
    if (
      (ts.isImportDeclaration(node) && !isOfTypes(node)) ||
      (ts.isExportDeclaration(node) && !node.isTypeOnly)
    ) {
      const from = node.moduleSpecifier;
      if (from && ts.isStringLiteral(from)) found.push(from.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return found;
}

function isOfTypes({ importClause }: ts.ImportDeclaration): boolean {
  if (importClause === undefined) return false;
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const names = importClause.namedBindings;
  return (
    importClause.name === undefined &&
    names !== undefined &&
    ts.isNamedImports(names) &&
    names.elements.every(({ isTypeOnly }) => isTypeOnly)
  );
}

/**
 * Path of files by which `entry` loads a `forbidden` package. Paths through the file `besides` are
 * not followed.
 */
function waysTo(entry: string, forbidden: RegExp, besides = ''): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const seen = new Set([besides]);
  const visit = (path: string, trail: readonly string[]): string[] => {
    const source = byPath.get(path);
    if (source === undefined || seen.has(path)) return [];
    seen.add(path);
    const way = [...trail, name(path)];
    return loadedBy(source).flatMap((specifier) =>
      specifier.startsWith('.')
        ? visit(resolved(path, specifier), way)
        : forbidden.test(specifier)
          ? [[...way, specifier].join(' -> ')]
          : [],
    );
  };
  return visit(entry, []);
}

function functionsOver(limit: number): string[] {
  return sources
    .filter((source) => !source.isTest)
    .flatMap((source) => {
      const long: string[] = [];
      const visit = (node: ts.Node): void => {
        if (ts.isFunctionLike(node) && 'body' in node && node.body) {
          const start = source.tree.getLineAndCharacterOfPosition(node.getStart()).line;
          const lines = source.tree.getLineAndCharacterOfPosition(node.getEnd()).line - start + 1;
          if (lines > limit) long.push(`${name(source.path)}:${start + 1} has ${lines} lines`);
        }
        ts.forEachChild(node, visit);
      };
      visit(source.tree);
      return long;
    });
}

/**
 * Missing targets in comments: files, by path or end of a path (`plan/macros.ts`), and headings of
 * documents (`docs/contract/errors.md#codes`).
 */
function deadMentions(): string[] {
  const files = sources.map(({ path }) => `/${name(path)}`);
  const isThere = (mention: string) =>
    existsSync(join(root, mention)) || files.some((file) => file.endsWith(`/${mention}`));
  const mentions = /(?<![\w/.:*<-])([a-z][\w-]*(?:[/.][\w-]+)*\.(?:tsx?|md|mjs))\b(?:#([\w-]+))?/g;
  // Most files contain no such name.
  const candidates = sources.filter(({ text }) => text.search(mentions) >= 0);
  return candidates.flatMap((source) =>
    commentsOf(source).flatMap((comment) =>
      [...comment.matchAll(mentions)].flatMap(([mention, file = '', heading]) => {
        const isDead =
          !isThere(file) || (heading !== undefined && !anchorsOf(join(root, file)).has(heading));
        return isDead ? [`${name(source.path)}: ${mention}`] : [];
      }),
    ),
  );
}

/** The text between tokens, which is white space and comments. */
function commentsOf({ tree, text }: Source): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind >= ts.SyntaxKind.FirstNode) {
      for (const child of node.getChildren(tree)) visit(child);
    } else if (node.getStart(tree) > node.pos) {
      const between = text.slice(node.pos, node.getStart(tree));
      if (between.includes('/')) found.push(between);
    }
  };
  visit(tree);
  return found;
}

const anchors = new Map<string, ReadonlySet<string>>();

/** Anchors of a Markdown file, as GitHub writes them. */
function anchorsOf(path: string): ReadonlySet<string> {
  const known = anchors.get(path);
  if (known) return known;
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const headings = [...text.matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) => heading);
  const written = headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
  anchors.set(path, new Set(written));
  return new Set(written);
}

/** Links of a document to files and headings that are not there. */
function deadLinks(path: string, text: string): string[] {
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)];
  return links.flatMap(([link, file = '', heading]) => {
    const target = file === '' ? path : resolve(dirname(path), file);
    const isDead =
      !existsSync(target) || (heading !== undefined && !anchorsOf(target).has(heading));
    return isDead ? [link] : [];
  });
}

function sourcesWhere(condition: (source: Source) => boolean): string[] {
  return sources.filter(condition).map((source) => name(source.path));
}

/**
 * Module constants without camelCase, and private members without `#` (constructors have no such
 * form).
 */
function olderNames({ path, tree }: Source): string[] {
  const found: string[] = [];
  for (const statement of tree.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: declared } of statement.declarationList.declarations) {
      if (ts.isIdentifier(declared) && /^[A-Z][A-Z0-9_]+$/.test(declared.text))
        found.push(declared.text);
    }
  }
  const visit = (node: ts.Node): void => {
    if (
      ts.isClassElement(node) &&
      !ts.isConstructorDeclaration(node) &&
      node.name &&
      ts.canHaveModifiers(node)
    ) {
      const isPrivate = ts
        .getModifiers(node)
        ?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
      if (isPrivate) found.push(node.name.getText(tree));
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found.map((found) => `${name(path)}: ${found}`);
}

const looking = new Set([
  ...['includes', 'startsWith', 'endsWith', 'indexOf', 'lastIndexOf', 'search', 'match'],
  ...['matchAll', 'replace', 'replaceAll', 'split', 'slice', 'substring', 'charAt', 'at'],
]);

/**
 * Searches in a text, by a method of the text or of a regular expression. A variable of that name
 * is taken for a text.
 */
function readsOfText({ tree }: Source): string[] {
  const found: string[] = [];
  const isText = (node: ts.Expression | undefined): boolean =>
    node !== undefined &&
    ((ts.isIdentifier(node) && node.text === 'text') ||
      (ts.isPropertyAccessExpression(node) && node.name.text === 'text'));
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression: of, name: method } = node.expression;
      const isByPattern = method.text === 'test' || method.text === 'exec';
      if ((looking.has(method.text) && isText(of)) || (isByPattern && isText(node.arguments[0])))
        found.push(node.getText(tree).slice(0, 60));
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

const isLiteral = (node: ts.Node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  ts.isRegularExpressionLiteral(node);

/** Tokens read as one line: a word for the linter, an address. */
const unbreakable = /biome-ignore|\w:\/\//;

/** Lines over `columns` even without their texts, which cannot be broken. */
function longLines({ path, text, tree }: Source, columns: number): string[] {
  const lines = text.split('\n').map((line) => (unbreakable.test(line) ? 0 : line.length));
  if (lines.every((length) => length <= columns)) return [];
  const visit = (node: ts.Node): void => {
    if (isLiteral(node)) {
      const { line: first, character } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
      const { line: last, character: end } = tree.getLineAndCharacterOfPosition(node.end);
      for (let line = first; line <= last; line += 1) {
        const from = line === first ? character : 0;
        lines[line] = (lines[line] ?? 0) - ((line === last ? end : lines[line]) ?? 0) + from;
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return lines.flatMap((length, index) => (length > columns ? [`${name(path)}:${index + 1}`] : []));
}

describe('the tree', () => {
  test('keeps the layers of ARCHITECTURE.md', () => {
    expect(layerViolations()).toEqual([]);
  });

  test('has one file beside the folders of the server: where it starts', () => {
    const beside = sourcesWhere(({ path }) => dirname(path) === serverSrc);
    expect(beside).toEqual(['packages/server/src/main.ts']);
  });

  test('has no import cycles', () => {
    expect(cycles()).toEqual([]);
  });

  test('loads neither DuckDB nor a parser of SQL in the HTTP process', () => {
    // `quern check` reads files in a separate process that serves nothing.
    const check = join(serverSrc, 'commands/check.ts');
    expect(waysTo(join(serverSrc, 'main.ts'), workersOnly, check)).toEqual([]);
    // The path exists: the command leads there.
    expect(waysTo(join(serverSrc, 'main.ts'), workersOnly)).not.toEqual([]);
  });

  test('requires DuckDB in one place of the server, since to import it costs its start', () => {
    const inServer = sourcesWhere(
      (source) =>
        !source.isTest &&
        source.path.startsWith(serverSrc) &&
        loadedBy(source).includes('@duckdb/node-api'),
    );
    expect(inServer).toEqual(['packages/server/src/engine/duckdb.ts']);
  });

  test('takes of typebox its types alone, since to load it was half of the start of a command', () => {
    expect(sourcesWhere((source) => loadedBy(source).includes('typebox'))).toEqual([]);
  });

  test('loads the page of the endpoints when it is asked for, since that took of the start', () => {
    const plugins = /^@fastify\/swagger/;
    const page = join(serverSrc, 'http/serve-api-page.ts');
    expect(sourcesWhere((source) => loadedBy(source).some((name) => plugins.test(name)))).toEqual([
      name(page),
    ]);
    expect(readFileSync(page, 'utf8')).not.toMatch(/^import .*@fastify\/swagger/m);
  });

  test('names files by what they are on this side of the engine, and leaves their paths to it', () => {
    const asking =
      /^packages\/server\/src\/(?:jobs|lake|maintenance|operations|finding|indexing|loading|locking|querying|reading|refreshing|store)\//;
    const holdsPaths = /from 'node:fs|from '[./]*engine\/host\/|\.localFile\(/;
    const found = sourcesWhere(
      ({ path, text, isTest }) => !isTest && asking.test(name(path)) && holdsPaths.test(text),
    );
    expect(found).toEqual([
      // The check runs beside a service, where no engine runs.
      'packages/server/src/store/check-objects.ts',
      // The next two ask the disk whether it takes a write.
      'packages/server/src/store/storage-probe.ts',
      'packages/server/src/querying/keep/store-health.ts',
    ]);
  });

  test('has the statements of each resource in its store, and none in an operation or a room', () => {
    const asking =
      /^packages\/server\/src\/(?:operations|finding|indexing|loading|locking|querying|reading|refreshing|store)\//;
    const builds = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/;
    const found = sourcesWhere(
      ({ path, text, isTest }) => !isTest && asking.test(name(path)) && builds.test(text),
    );
    expect(found).toEqual([]);
  });

  test('makes the names of locks in one file, and the keys of objects in one', () => {
    const inServer = (pattern: RegExp) =>
      sourcesWhere(
        ({ path, text, isTest }) => !isTest && path.startsWith(serverSrc) && pattern.test(text),
      );
    const begins = (prefixes: readonly string[]) => new RegExp(`['"\`](?:${prefixes.join('|')})`);
    expect(inServer(begins(Object.values(lockPrefixes)))).toEqual([
      'packages/server/src/metadata/lock-names.ts',
      // The key of a job, which is no lock.
      'packages/server/src/refreshing/ask-for-work.ts',
    ]);
    const keys = [...Object.values(objectPrefixes), incomingPrefix, probePrefix];
    expect(inServer(begins(keys))).toEqual(['packages/server/src/objects/keys.ts']);
  });

  test('knows all services together in the composition alone', () => {
    const takesAll = /[:<{,&] *Services\b/;
    const composing = /^packages\/server\/src\/start\//;
    const found = sourcesWhere(
      ({ path, text, isTest }) =>
        !isTest && path.startsWith(serverSrc) && !composing.test(name(path)) && takesAll.test(text),
    );
    expect(found).toEqual([]);
  });

  test('type-checks an operation against what it uses, and not against the whole server', () => {
    const operation = join(serverSrc, 'operations/workspaces/list-workspaces.ts');
    expect(walkImports(operation).files.size).toBeLessThan(60);
  });

  test('has no circle of folders that stand beside each other, of any length', () => {
    expect(foldersInCircles()).toEqual([]);
  });

  test('reads what printed SQL holds in one file, where literals and names are told from words', () => {
    const printers = 'packages/server/src/plan/hotsql/print/';
    const inPrinters = sources.filter(
      ({ path, isTest }) => !isTest && name(path).startsWith(printers),
    );
    const reading = inPrinters.flatMap((source) =>
      readsOfText(source).map((call) => `${name(source.path)}: ${call}`),
    );
    const facts = `${printers}printed-facts.ts: `;
    expect(reading.filter((call) => !call.startsWith(facts))).toEqual([]);
    expect(reading.length).toBeGreaterThan(10);
  });

  test('has one meaning for the words of a query, and one size for the file that executes it', () => {
    const declared = /^(?:export )?(?:async )?(?:class|const|function|interface|type) (\w+)/gm;
    const inServer = sources.filter(({ path, isTest }) => !isTest && path.startsWith(serverSrc));
    const names = inServer.flatMap(({ text }) => [...text.matchAll(declared)].map(([, id]) => id));
    const words = ['QueryExecution', 'Scope', 'planText', 'runQuery'];
    expect(names.filter((id) => id !== undefined && words.includes(id)).sort()).toEqual(words);
    const execution = inServer.find(({ path }) => path.endsWith('/query-execution.ts'));
    expect(execution?.text.split('\n').length).toBeLessThan(200);
  });

  test('has no barrels besides package entries', () => {
    const barrels = sourcesWhere(
      (source) =>
        source.tree.statements.length > 0 &&
        source.tree.statements.every((statement) => ts.isExportDeclaration(statement)) &&
        !/packages\/[^/]+\/src\/index\.ts$/.test(source.path),
    );
    expect(barrels).toEqual([]);
  });

  test(`has no file over ${maxFileLines} lines`, () => {
    const limit = (path: string) => (path.includes('/test/') ? maxTestLines : maxFileLines);
    const isLong = ({ path, text }: Source) => text.split('\n').length > limit(path) + 1;
    expect(sourcesWhere(isLong)).toEqual([]);
  });

  test(`has no line over ${maxColumns} columns besides its texts`, () => {
    expect(sources.flatMap((source) => longLines(source, maxColumns))).toEqual([]);
  });

  test(`has no function over ${maxFunctionLines} lines`, () => {
    expect(functionsOver(maxFunctionLines)).toEqual([]);
  });

  test('has no fixed sleeps, skips or focus in tests', () => {
    const sleeping =
      /setTimeout\(\s*(resolve|done|r|\(\)\s*=>\s*resolve\(\))\s*,\s*\d|timers\/promises|\.(only|todo)\(|\bxtest\(|\bxit\(/;
    const allowed = new Set(['packages/server/test/eventually.ts', 'tidy.test.ts']);
    const found = sourcesWhere((source) => source.isTest && sleeping.test(source.text));
    expect(found.filter((path) => !allowed.has(path))).toEqual([]);
  });

  test('leaves the process of a test file as it was, since the next file has it too', () => {
    const changes =
      /process\.env(?:\.\w+|\[[^\]]+\])\s*=[^=]|process\.chdir|vi\.(?:do)?[mM]ock\(|vi\.stubEnv/;
    const pairs: readonly (readonly [does: string, undoes: string])[] = [
      ['vi.useFakeTimers(', 'vi.useRealTimers('],
      ['vi.stubGlobal(', 'vi.unstubAllGlobals('],
    ];
    const found = sourcesWhere(
      ({ text, isTest }) =>
        isTest &&
        (changes.test(text) ||
          pairs.some(([does, undoes]) => text.includes(does) && !text.includes(undoes))),
    );
    expect(found).toEqual([]);
  });

  test('reads the environment in config/ only', () => {
    const readers = sourcesWhere(
      (source) =>
        !source.isTest &&
        /process\.env/.test(source.text) &&
        !/\/config\/|^bench\//.test(name(source.path)),
    );
    expect(readers).toEqual([]);
  });

  test('writes Parquet with the options of one file', () => {
    const writers = sourcesWhere(
      (source) =>
        !source.isTest &&
        /FORMAT parquet|PARQUET_VERSION/.test(source.text) &&
        !/^bench\//.test(name(source.path)),
    );
    expect(writers).toEqual(['packages/server/src/engine/parquet-options.ts']);
  });

  test('has a typed client of the whole contract: after a change of that, npm run generate-client', () => {
    const file = join(root, 'packages/client/src/generated/contract.ts');
    expect(readFileSync(file, 'utf8') === contractSource()).toBe(true);
    expect(readFileSync(join(root, 'docs/reference.md'), 'utf8') === referenceSource()).toBe(true);
  });

  test('gives files names that say what is in them', () => {
    expect(
      sourcesWhere((source) => bannedNames.test(basename(source.path).replace(/\.tsx?$/, ''))),
    ).toEqual([]);
    expect(sourcesWhere((source) => !/^[a-z0-9.-]+\.tsx?$/.test(basename(source.path)))).toEqual(
      [],
    );
  });

  test('names constants in camelCase and private members with #', () => {
    expect(sources.flatMap(olderNames)).toEqual([]);
  });

  test('names no file and no heading in a comment that is not there', () => {
    expect(deadMentions()).toEqual([]);
  });

  test('has documents without the marks of a merge, whose links lead to files and headings', () => {
    const documents = [
      root,
      join(root, 'docs'),
      join(root, 'docs/adr'),
      join(root, 'docs/contract'),
      join(root, 'docs/design'),
    ].flatMap((folder) =>
      readdirSync(folder)
        .filter((file) => file.endsWith('.md'))
        .map((file) => join(folder, file)),
    );
    const faults = documents.flatMap((path) => {
      const text = readFileSync(path, 'utf8');
      const merges = /^(<<<<<<<|=======|>>>>>>>)/m.test(text) ? ['marks of a merge'] : [];
      return [...merges, ...deadLinks(path, text)].map((fault) => `${name(path)}: ${fault}`);
    });
    expect(faults).toEqual([]);
  });

  test('has comments and documents in plain English, beginning with the noun', () => {
    const { pronouns, fragments, dense, worst } = measureEnglish(root);
    const faults = [
      pronouns > 5 ? `${pronouns.toFixed(2)} pronouns in 100 words, at most 5` : '',
      fragments > 4 ? `${fragments.toFixed(1)} % of comments begin as fragments, at most 4` : '',
      ...dense.map((place) => `${place}: over 20 % pronouns`),
    ].filter((fault) => fault !== '');
    expect(faults.length === 0 ? [] : [...faults, ...worst]).toEqual([]);
  });
});
