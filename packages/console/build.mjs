/**
 * Builds the console and the documentation pages into dist/, with compressed forms, unless dist/
 * was built from the same sources. `npm start` runs the build each time.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildDocumentation, documentationSources } from './documentation/build-documentation.mjs';

const root = import.meta.dirname;
const dist = join(root, 'dist');
const stampFile = join(dist, '.built-from');

const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/**
 * Hash of the build's inputs: text and names. Package versions are pinned, so the manifest stands
 * for the packages.
 */
function stampOfSources() {
  const hash = createHash('sha256');
  const single = ['index.html', 'package.json', 'vite.config.ts', 'build.mjs'].map((name) =>
    join(root, name),
  );
  const client = filesBelow(join(root, '../client/dist')).filter((path) => path.endsWith('.js'));
  for (const path of [
    ...single,
    ...client,
    ...filesBelow(join(root, 'src')),
    ...filesBelow(join(root, 'public')),
    ...filesBelow(join(root, 'documentation')),
    ...documentationSources().values(),
  ]) {
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

function compress(path) {
  const bytes = readFileSync(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}

const stamp = stampOfSources();
if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) {
  // Whoever calls: of React, the form for tests and development is larger and slower.
  process.env.NODE_ENV = 'production';
  // Loaded late: the import takes longer than a build with nothing to do.
  const { build } = await import('vite');
  await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  buildDocumentation(dist);
  for (const path of filesBelow(dist)) if (/\.(html|js|css|svg|json)$/.test(path)) compress(path);
  writeFileSync(stampFile, stamp);
}
