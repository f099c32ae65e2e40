import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative } from 'node:path';

/**
 * A file of the built console, in memory with its compressed forms: all files together take a few
 * megabytes.
 */
export interface ConsoleFile {
  /** Below the root, with slashes: `assets/index-1a2b.js`. */
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** Strong, with quotes; made from the bytes before compression. */
  readonly etag: string;
  readonly compressed: Readonly<Partial<Record<'br' | 'gzip', Buffer>>>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
};

/** The folder of the built console, or null if the console is not installed or not built. */
export function findConsole(): string | null {
  try {
    const manifest = createRequire(import.meta.url).resolve('@quern/console/package.json');
    const folder = join(dirname(manifest), 'dist');
    return existsSync(join(folder, 'index.html')) ? folder : null;
  } catch {
    return null;
  }
}

/**
 * Every file of a type above. A `.br` or `.gz` file is a compressed form of the file next to it.
 */
export function readConsole(folder: string): ConsoleFile[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((path) => {
      const type = types[extname(path)];
      return type === undefined ? [] : [readConsoleFile(folder, path, type)];
    });
}

function readConsoleFile(folder: string, path: string, type: string): ConsoleFile {
  const bytes = readFileSync(path);
  const formOf = (ending: string) =>
    existsSync(path + ending) ? readFileSync(path + ending) : undefined;
  const [br, gzip] = [formOf('.br'), formOf('.gz')];
  return {
    path: relative(folder, path).replaceAll('\\', '/'),
    type,
    bytes,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
    compressed: { ...(br && { br }), ...(gzip && { gzip }) },
  };
}
