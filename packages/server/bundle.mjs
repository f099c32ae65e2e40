/**
 * Bundles the output of `tsc` into a few files, dist/bundled/, for people to run: the service
 * loaded 1,280 files at its start, and finding files took a third of the start
 * (docs/adr/0047-few-files-at-a-start.md). Each process has its entry at the same path as in dist/;
 * code shared by processes is in chunks/.
 * `npm run build` calls the script, and so do tests before their start: the script does nothing if
 * the bundle was made from the same sources.
 */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, relative } from 'node:path';

const root = import.meta.dirname;
const dist = join(root, 'dist');
const stampOf = (folder) => join(folder, '.built-from');

export const bundledFolder = join(dist, 'bundled');

/** Entries of processes. */
const entries = [
  'main',
  'embeddings/worker/embedding-main',
  'engine/worker/engine-main',
  'engine/worker/planner-main',
  'search/worker/search-main',
  'sources/worker/source-main',
];

/**
 * Bundled packages of other people: JavaScript in many small files that look for nothing beside
 * themselves. The licences go along.
 */
const packages = ['@duckdb/node-api', 'kysely'];

/** Packages that nothing needs beside the bundle. */
export const bundledPackages = [...packages, '@quern/client', '@quern/contract'];

/**
 * Hash of all inputs. The compiler keeps the digest of each source; package versions are pinned.
 */
function stampOfSources() {
  const hash = createHash('sha256');
  for (const name of ['server/bundle.mjs', 'server/package.json'])
    hash.update(readFileSync(join(root, '..', name))).update('\0');
  for (const name of ['contract', 'client', 'server'])
    hash.update(readFileSync(join(root, '..', name, 'dist/.tsbuildinfo'))).update('\0');
  return hash.digest('hex');
}

/**
 * Files of a package are bundled together: a second copy beside the package would be another
 * module.
 */
const isInside = (id) =>
  /^[./]/.test(id) || bundledPackages.some((name) => id === name || id.startsWith(`${name}/`));

/**
 * A package bundled and loaded by Node's `createRequire`: without the function the bundler resolves
 * the call by itself.
 */
const packagesRequired = {
  name: 'packages that are required',
  transform(code) {
    const isRequired = packages.some((name) => code.includes(`require('${name}')`));
    return isRequired ? code.replace(/^const require = createRequire\(.*\);$/m, '') : null;
  },
};

/**
 * `import.meta.url` of a module is where it would lie in the folder of the bundle: so entries, and
 * packages that are looked for by name, are found from there as they are from dist/.
 */
const placesOfModules = {
  name: 'places of modules',
  transform(code, id) {
    // The bundler's own is of no file.
    if (!code.includes('import.meta.') || !isAbsolute(id)) return null;
    const place = relative(dist, id);
    if (place.startsWith('..') || /import\.meta\.(?!url\b)/.test(code))
      throw new Error(`${id} asks where it is in a way that the bundle does not know`);
    return code.replaceAll('import.meta.url', `new URL("place:${place}", import.meta.url).href`);
  },
  renderChunk(code, { fileName }) {
    const from = (place) => relative(dirname(fileName), place);
    return code.replace(/"place:([^"]+)"/g, (_, place) => JSON.stringify(from(place)));
  },
};

async function writeBundle(folder) {
  // Loaded late: the import takes longer than a build with nothing to do.
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, join(dist, `${name}.js`)])),
    external: (id) => !isInside(id),
    platform: 'node',
    plugins: [packagesRequired, placesOfModules],
    onLog(level, log) {
      throw new Error(`${level}: ${log.message}`);
    },
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  for (const name of packages) {
    const licence = join(folder, 'licences', `${name}.txt`);
    mkdirSync(dirname(licence), { recursive: true });
    cpSync(join(packageFolder(name), 'LICENSE'), licence);
  }
}

/** Folder of a package by npm. */
function packageFolder(name) {
  const main = createRequire(import.meta.url).resolve(name);
  return main.slice(0, main.lastIndexOf(`/node_modules/${name}/`) + `/node_modules/${name}`.length);
}

function moveIfThere(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

/** Makes dist/bundled/, unless the bundle is up to date. */
export async function bundle() {
  const stamp = stampOfSources();
  const stampFile = stampOf(bundledFolder);
  const isMade = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (isMade()) return;
  // Builds beside the old bundle and moves the old one, because a removal takes time. A starting
  // process finds files of a single build, and concurrent bundlers do not remove each other's
  // files.
  const made = `${bundledFolder}-${process.pid}`;
  const former = `${made}-former`;
  try {
    await writeBundle(made);
    writeFileSync(stampOf(made), stamp);
    moveIfThere(bundledFolder, former);
    renameSync(made, bundledFolder);
  } catch (error) {
    // Two concurrent bundlers make the same files.
    if (!isMade()) throw error;
  } finally {
    for (const folder of [made, former]) rmSync(folder, { recursive: true, force: true });
  }
}

if (realpathSync(process.argv[1]) === import.meta.filename) await bundle();
