/**
 * Puts what `tsc` made into few files, dist/bundled/, which is what people run: the service loaded
 * 1,280 files at its start, and finding them took a third of it (docs/adr/0047-few-files-at-a-start.md).
 * Each process has its entry where it has it in dist/; what several of them load is in chunks/.
 *
 * `npm run build` calls it, and the tests do before they start: it does nothing where what is there
 * was made of the same sources.
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

/** What a process begins with. */
const entries = [
  'main',
  'embeddings/worker/embedding-main',
  'engine/worker/engine-main',
  'engine/worker/planner-main',
  'search/worker/search-main',
  'sources/worker/source-main',
];

/**
 * Other people's packages that go in: JavaScript in many small files, which look for nothing beside
 * themselves. Their licences go along.
 */
const packages = ['@duckdb/node-api', 'kysely'];

/** What nothing asks for any more where the bundle is. */
export const bundledPackages = [...packages, '@quern/client', '@quern/contract'];

/**
 * Of all that is read here. The compiler keeps the digest of each source; the packages are pinned.
 */
function stampOfSources() {
  const hash = createHash('sha256');
  for (const name of ['server/bundle.mjs', 'server/package.json'])
    hash.update(readFileSync(join(root, '..', name))).update('\0');
  for (const name of ['contract', 'client', 'server'])
    hash.update(readFileSync(join(root, '..', name, 'dist/.tsbuildinfo'))).update('\0');
  return hash.digest('hex');
}

/** A file of a package is inside with it: beside a copy of its own, that would be another. */
const isInside = (id) =>
  /^[./]/.test(id) || bundledPackages.some((name) => id === name || id.startsWith(`${name}/`));

/**
 * A package that goes in and is required, with a function that Node has made, is told to the bundler
 * by leaving that function out: it makes its own.
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
  // Loaded only here: it takes longer than to find that nothing is to be done.
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

/** Where npm has put a package. */
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

/** Makes dist/bundled/, unless it is of these sources. */
export async function bundle() {
  const stamp = stampOfSources();
  const stampFile = stampOf(bundledFolder);
  const isMade = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (isMade()) return;
  // Beside it first, and the former one is moved, as removing it takes a while: a process that
  // starts meanwhile finds all of one build, and no two that bundle at once remove files of it.
  const made = `${bundledFolder}-${process.pid}`;
  const former = `${made}-former`;
  try {
    await writeBundle(made);
    writeFileSync(stampOf(made), stamp);
    moveIfThere(bundledFolder, former);
    renameSync(made, bundledFolder);
  } catch (error) {
    // Two that begin at once make the same.
    if (!isMade()) throw error;
  } finally {
    for (const folder of [made, former]) rmSync(folder, { recursive: true, force: true });
  }
}

if (realpathSync(process.argv[1]) === import.meta.filename) await bundle();
