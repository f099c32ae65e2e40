/**
 * `npm run pack`: makes the installable packages from the build, into release/.
 * `quern-<version>.tgz` has the service and the command with the packages of this repository
 * inside, and `quern-client-<version>.tgz` the typed client. `--out FOLDER` chooses another folder.
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

/** Leaves out files for tools, and the record of the build's sources. */
function copyBuilt(from, target) {
  if (!existsSync(from)) throw new Error(`${from} is not built: npm run build`);
  const isWanted = (path) => !/\.tsbuildinfo$|\.built-from$|\.map$|\.d\.ts$/.test(path);
  cpSync(from, join(target, 'dist'), { recursive: true, filter: isWanted });
}

/**
 * The Snowflake parser goes into the tarball, too. It declares Node 22 and works on 20.19, as every
 * test shows; npm would warn (docs/adr/0020-snowflake.md). Only the files in use are packed.
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

/** The console has no code for the service, which finds the files by the package's name. */
function copyConsole(target) {
  const { name, version, type, exports } = manifest('console');
  copyBuilt(join(root, 'packages/console/dist'), target);
  writeJson(join(target, 'package.json'), { name, version, type, exports });
}

/** The service as bundled by its build, without this repository's packages outside the bundle. */
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
