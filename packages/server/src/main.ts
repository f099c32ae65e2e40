#!/usr/bin/env node
import { judgeFileLimit, readFileLimit } from './start/file-limit.ts';

// Before anything else is loaded: with too few files to open, loading fails half-way and names
// whichever came last.
const { problem } = judgeFileLimit(readFileLimit(), 0);
if (problem !== undefined) {
  console.error(`quern: ${problem}`);
  process.exit(1);
}

const { explain, runCommand } = await import('./commands/run-command.ts');
runCommand(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const explained = explain(error);
    console.error(`quern: ${explained.text}`);
    process.exit(explained.exitCode);
  },
);
