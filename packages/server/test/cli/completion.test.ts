import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canUnpackDebian, unpackDebian } from '../debian-packages.ts';
import { mainFile } from '../main-file.ts';

const run = promisify(execFile);

/** A home with `quern` on the path and the file `people.csv` in it. */
let home: string;
let env: Record<string, string>;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'quern-completion-'));
  const quern = join(home, 'quern');
  await writeFile(quern, `#!/bin/sh\nexec '${process.execPath}' '${mainFile}' "$@"\n`);
  await chmod(quern, 0o755);
  await writeFile(join(home, 'people.csv'), 'id\n1\n');
  env = { HOME: home, PATH: `${home}${delimiter}${process.env.PATH}` };
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** A command, a verb, an option, and where a file is wanted. */
const typed = ['quern databas', 'quern databases fo', 'quern load --mo', 'quern load peo'];

async function linesOf(shell: string, args: string[], more: Record<string, string> = {}) {
  const { stdout } = await run(shell, args, { cwd: home, env: { ...env, ...more } });
  return stdout.trim().split('\n');
}

const commands = 'database-batches database-contexts database-indexes databases';

describe('the completion of quern', () => {
  it('works in bash, which completes files where nothing else fits', async () => {
    const script = `source <(quern completion bash)
      for line in ${typed.map((one) => `'${one}'`).join(' ')}; do
        COMP_WORDS=($line); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMPREPLY=()
        _quern; echo "\${COMPREPLY[*]}"
      done; complete -p quern`;
    expect(await linesOf('bash', ['--norc', '--noprofile', '-c', script])).toEqual([
      commands,
      'fork',
      '--mode',
      '',
      'complete -o default -F _quern quern',
    ]);
  });
});

describe.skipIf(!canUnpackDebian)('and in shells of Debian (needs apt-get)', () => {
  it('works in zsh, from the first time that it is asked, by a file or by source', async () => {
    const root = unpackDebian('zsh', ['zsh', 'zsh-common']);
    // Input of the two completion builtins by the line editor, and their output.
    const script = `module_path=(${root}/usr/lib/*/zsh/*(/N))
      fpath=(${home} ${root}/usr/share/zsh/functions/**/*(/N))
      quern completion zsh > ${home}/_quern
      autoload -Uz compinit; compinit -u -D; print -r -- \${_comps[quern]}
      compadd() { shift; print -r -- "$*" }
      _files() { print files }
      ask() { words=(\${(s: :)1}); CURRENT=\${#words}; _quern }
      for line in ${typed.map((one) => `'${one}'`).join(' ')}; do ask $line; done
      unfunction _quern; _comps=(); source <(quern completion zsh)
      print -r -- \${_comps[quern]}; ask 'quern databases fo'`;
    expect(await linesOf(join(root, 'bin/zsh'), ['-f', '-c', script])).toEqual([
      '_quern',
      commands,
      'fork',
      '--mode',
      'files',
      '_quern',
      'fork',
    ]);
  });

  it('works in fish', async () => {
    const root = unpackDebian('fish', ['fish', 'fish-common', 'libpcre2-32-0']);
    const libraries = `${root}/usr/lib/x86_64-linux-gnu:${root}/usr/lib/aarch64-linux-gnu`;
    const script = `quern completion fish | source
      for line in ${typed.map((one) => `'${one}'`).join(' ')}
        echo (complete -C $line | sort)
      end`;
    const lines = await linesOf(join(root, 'usr/bin/fish'), ['--no-config', '-c', script], {
      LD_LIBRARY_PATH: libraries,
    });
    expect(lines).toEqual([commands, 'fork', '--mode', 'people.csv']);
  });
});
