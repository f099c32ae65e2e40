#!/usr/bin/env node
/**
 * Walks through the Dockerfile where there is no Docker: each stage on a copy-on-write layer over
 * this machine's own file system (which stands for the base images, with its Node), then what the
 * image starts, as the image's user, without capabilities and on a read-only root. Linux, as root:
 *
 *     node release/try-image.mjs [--packed FOLDER]
 *
 * With a folder of what `npm run pack` made, the first stage is left out.
 */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { packed } = parseArgs({ options: { packed: { type: 'string' } } }).values;
const repository = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'quern-image-'));
const seconds = (since) => `${Math.round((performance.now() - since) / 1000)} s`;

/** The instructions of the Dockerfile, by stage. */
function stagesOf(dockerfile) {
  const lines = dockerfile
    .replace(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  const stages = [];
  for (const line of lines.filter((text) => text.trim() !== '')) {
    const [, name, rest] = /^(\w+)\s+(.*)$/.exec(line);
    if (name === 'FROM') stages.push({ name: / AS (\w+)$/.exec(rest)?.[1] ?? 'last', steps: [] });
    else stages.at(-1).steps.push({ name, rest });
  }
  return stages;
}

const layerOf = (stage) => join(folder, stage, 'layer');

/** A shell script in a mount namespace with a stage's root; `mounts` are made first. */
function inStage(stage, script, mounts = '') {
  const root = join(folder, stage, 'root');
  for (const part of ['layer', 'work', 'root'])
    mkdirSync(join(folder, stage, part), { recursive: true });
  const setUp = [
    `mount -t overlay overlay -o lowerdir=/,upperdir=${layerOf(stage)},workdir=${join(folder, stage, 'work')} ${root}`,
    `mount --rbind /proc ${root}/proc && mount --rbind /dev ${root}/dev`,
    mounts.replaceAll('$ROOT', root),
    `exec chroot ${root} /bin/sh -ec "$0"`,
  ];
  return ['unshare', ['-m', 'sh', '-ec', setUp.filter((line) => line !== '').join('\n'), script]];
}

function build({ name, steps }) {
  let workdir = '/';
  for (const { name: step, rest } of steps) {
    if (step === 'WORKDIR') workdir = rest;
    if (step === 'RUN') {
      const [program, args] = inStage(
        name,
        `mkdir -p ${workdir}\ncd ${workdir}\nexport npm_config_prefix=/usr/local\n${rest}`,
      );
      execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    }
    if (step !== 'COPY') continue;
    const [, from, source, target] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(rest);
    const place = join(layerOf(name), from ? target : workdir);
    mkdirSync(from ? dirname(place) : place, { recursive: true });
    if (from) execFileSync('cp', ['-a', join(layerOf(from), source), place]);
    else execFileSync('sh', ['-c', `git archive HEAD | tar -x -C ${place}`], { cwd: repository });
  }
}

/** Replaces the first stage. */
function takePacked(from) {
  mkdirSync(layerOf('build'), { recursive: true });
  execFileSync('cp', ['-a', from, join(layerOf('build'), 'packed')]);
}

/** Starts the image's program, and stops it after its health check passes. */
async function start({ name, steps }, data) {
  const argumentOf = (step) => steps.find((one) => one.name === step)?.rest ?? '';
  const user = argumentOf('USER');
  const words = [...JSON.parse(argumentOf('ENTRYPOINT')), ...JSON.parse(argumentOf('CMD'))];
  const check = JSON.parse(/CMD (\[.*\])$/.exec(argumentOf('HEALTHCHECK'))[1]);
  const quoted = (list) => list.map((word) => `'${word}'`).join(' ');
  const asUser = `setpriv --reuid=${user} --regid=${user} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all env -i PATH=/usr/local/bin:/usr/bin:/bin ${argumentOf('ENV')}`;
  const script = [
    'touch /probe 2>/dev/null && { echo "the root can be written"; exit 1; }',
    `cd ${argumentOf('WORKDIR')}`,
    `${asUser} ${quoted(words)} & server=$!`,
    `until ${asUser} ${quoted(check)}; do kill -0 $server; sleep 0.2; done`,
    `${asUser} sh -c 'id -u; quern databases list; quern query "SELECT 42 AS answer" --json -d sample'`,
    'kill $server; wait $server',
  ].join('\n');
  const readOnly = [
    'mount -t tmpfs tmpfs $ROOT/tmp',
    `mount --bind ${data} $ROOT/data`,
    'mount -o remount,ro $ROOT',
  ].join('\n');
  const [program, args] = inStage(name, script, readOnly);
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`what the image starts ended with ${code}`);
}

try {
  const stages = stagesOf(readFileSync(join(repository, 'Dockerfile'), 'utf8'));
  for (const stage of stages) {
    const since = performance.now();
    if (stage.name === 'build' && packed) takePacked(packed);
    else build(stage);
    console.log(`stage ${stage.name}: ${seconds(since)}`);
  }
  const size = execFileSync('du', ['-sm', layerOf('last')], { encoding: 'utf8' }).split('\t')[0];
  console.log(`what the last stage adds to its base: ${size} MB`);
  const data = join(folder, 'data');
  mkdirSync(data);
  chownSync(data, 1000, 1000);
  for (const time of ['first', 'second']) {
    const since = performance.now();
    await start(stages.at(-1), data);
    console.log(`${time} start, queries and stop: ${seconds(since)}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
