import { fileURLToPath } from 'node:url';

/** The compiled service and command, in the files that people run. */
export const mainFile = fileURLToPath(new URL('../dist/bundled/main.js', import.meta.url));
