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
import { bundle, bundledFolder, bundledPackages } from '../packages/server/bundle.mjs';
import { lockedVersions } from './locked-versions.mjs';

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { out: { type: 'string', default: import.meta.dirname } },
});
const out = resolve(values.out);
const parser = '@polyglot-sql/sdk';
const webConsole = '@quern/console';
const manifest = (name) =>
  JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));

/** Without what only tools read, and what says of which sources it was built. */
function copyBuilt(from, target) {
  if (!existsSync(from)) throw new Error(`${from} is not built: npm run build`);
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

/** The console is no code of the service's: it finds its files by the package's name. */
function copyConsole(target) {
  const { name, version, type, exports } = manifest('console');
  copyBuilt(join(root, 'packages/console/dist'), target);
  writeJson(join(target, 'package.json'), { name, version, type, exports });
}

/** The service as its build bundled it, with the packages of this repository that are no part. */
function assembleQuern(folder) {
  const server = manifest('server');
  const dependencies = { ...server.dependencies };
  for (const name of bundledPackages) delete dependencies[name];
  copyConsole(join(folder, 'node_modules', webConsole));
  copyParser(join(folder, 'node_modules', parser));
  copyBuilt(bundledFolder, folder);
  cpSync(join(root, 'README.md'), join(folder, 'README.md'));
  const { version, description, type, engines } = server;
  const files = ['dist'];
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const inside = Object.fromEntries([webConsole, parser].map((name) => [name, dependencies[name]]));
  for (const name of Object.keys(inside)) delete dependencies[name];
  writeJson(join(folder, 'package.json'), {
    name: 'quern',
    version,
    description,
    type,
    bin: { quern: './dist/main.js' },
    files,
    engines,
    dependencies: { ...inside, ...lockedVersions(lock, dependencies) },
    bundleDependencies: Object.keys(inside),
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

await bundle();
mkdirSync(out, { recursive: true });
const staging = mkdtempSync(join(tmpdir(), 'quern-pack-'));
try {
  assembleQuern(staging);
  pack(staging);
  pack(join(root, 'packages', 'client'));
} finally {
  rmSync(staging, { recursive: true, force: true });
}
