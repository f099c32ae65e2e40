/**
 * Builds the console and the pages of the documentation into dist/ with its compressed forms,
 * unless what is there was made of the same sources. `npm start` runs it each time.
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
 * Of all that the build reads here: text and names. Packages are pinned, so the manifest stands for
 * them.
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
  // Loaded only here: it takes longer than to find that nothing is to be done.
  const { build } = await import('vite');
  await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  buildDocumentation(dist);
  for (const path of filesBelow(dist)) if (/\.(html|js|css|svg|json)$/.test(path)) compress(path);
  writeFileSync(stampFile, stamp);
}
