/**
 * `npm run pack`: what people install, made of what is built, into release/: `quern-<version>.tgz`,
 * the service and the command with the packages of this repository inside, and
 * `quern-client-<version>.tgz`, the typed client. `--out FOLDER` puts them elsewhere.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { lockedVersions } from './locked-versions.mjs';

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { out: { type: 'string', default: import.meta.dirname } },
});
const out = resolve(values.out);
const parser = '@polyglot-sql/sdk';
const manifest = (name) =>
  JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));

/**
 * What the program needs at run time, without what it is built with, and without what only tools
 * read.
 */
function copyBuilt(name, target) {
  const from = join(root, 'packages', name, 'dist');
  if (!existsSync(from)) throw new Error(`packages/${name} is not built: npm run build`);
  const isWanted = (path) => !/\.tsbuildinfo$|\.built-from$|\.map$|\.d\.ts$/.test(path);
  cpSync(from, join(target, 'dist'), { recursive: true, filter: isWanted });
}

/**
 * The Snowflake parser goes into the tarball too: it says that it needs Node 22, works on 20.19,
 * which every test shows, and npm would warn of it (docs/adr/0020-snowflake.md). Of it what is
 * read.
 */
function copyParser(target) {
  const from = join(root, 'node_modules', parser);
  cpSync(join(from, 'LICENSE'), join(target, 'LICENSE'));
  const isWanted = (path) => !/\/cdn$|\.c?ts$|\.cjs$/.test(path);
  cpSync(join(from, 'dist'), join(target, 'dist'), { recursive: true, filter: isWanted });
  const { name, version, type, license } = JSON.parse(
    readFileSync(join(from, 'package.json'), 'utf8'),
  );
  writeJson(join(target, 'package.json'), {
    name,
    version,
    type,
    license,
    exports: './dist/index.node.js',
  });
}

/** The packages of this repository go into the tarball: they are published nowhere else. */
function assembleQuern(folder) {
  const server = manifest('server');
  const own = Object.keys(server.dependencies).filter((name) => name.startsWith('@quern/'));
  const dependencies = { ...server.dependencies };
  for (const name of own) {
    const short = name.slice('@quern/'.length);
    const { version, type, exports, dependencies: needed = {} } = manifest(short);
    const target = join(folder, 'node_modules', name);
    mkdirSync(target, { recursive: true });
    copyBuilt(short, target);
    writeJson(join(target, 'package.json'), { name, version, type, exports });
    for (const [dependency, range] of Object.entries(needed)) {
      if (!dependency.startsWith('@quern/')) dependencies[dependency] = range;
    }
  }
  copyParser(join(folder, 'node_modules', parser));
  copyBuilt('server', folder);
  cpSync(join(root, 'README.md'), join(folder, 'README.md'));
  const { version, description, type, bin, engines } = server;
  const files = ['dist'];
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const bundled = Object.fromEntries([...own, parser].map((name) => [name, dependencies[name]]));
  for (const name of Object.keys(bundled)) delete dependencies[name];
  writeJson(join(folder, 'package.json'), {
    name: 'quern',
    version,
    description,
    type,
    bin,
    files,
    engines,
    dependencies: { ...bundled, ...lockedVersions(lock, dependencies) },
    bundleDependencies: Object.keys(bundled),
  });
}

function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

function pack(folder) {
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', out];
  const name = execFileSync('npm', args, { cwd: folder, encoding: 'utf8' })
    .trim()
    .split('\n')
    .at(-1);
  process.stdout.write(`${join(out, name)}\n`);
}

mkdirSync(out, { recursive: true });
const staging = mkdtempSync(join(tmpdir(), 'quern-pack-'));
try {
  assembleQuern(staging);
  pack(staging);
  pack(join(root, 'packages', 'client'));
} finally {
  rmSync(staging, { recursive: true, force: true });
}
