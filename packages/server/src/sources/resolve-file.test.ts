import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HostRules, isAllowed, parseHostRule } from './host-rules.ts';
import { fileResolver } from './resolve-file.ts';

describe('a file', () => {
  let folder: string;
  const rules = (...folders: string[]): HostRules => ({
    allow: folders.map((text) => parseHostRule(text) ?? expect.fail(text)),
    deny: [],
    loopbackOpen: true,
    own: [],
    ownPaths: [],
  });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'quern-files-'));
    for (const name of ['open', 'open-not', 'shut']) mkdirSync(join(folder, name));
    for (const name of ['open/a.db', 'open-not/b.db', 'shut/c.db'])
      writeFileSync(join(folder, name), 'x');
    symlinkSync(join(folder, 'shut/c.db'), join(folder, 'open/link.db'));
    symlinkSync(join(folder, 'open'), join(folder, 'way'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('below an allowed folder is found, through links too', async () => {
    expect(await fileResolver(rules(join(folder, 'open')))(join(folder, 'open/a.db'))).toBe(
      join(folder, 'open/a.db'),
    );
    expect(await fileResolver(rules(join(folder, 'way/')))(join(folder, 'way/a.db'))).toBe(
      join(folder, 'open/a.db'),
    );
  });

  test.each([
    'open/link.db',
    'open/../shut/c.db',
    'open-not/b.db',
    'open/none.db',
    'open',
    'open/',
  ])('%s is refused like what is not there', async (name) => {
    const path = `${folder}/${name}`;
    await expect(fileResolver(rules(join(folder, 'open')))(path)).rejects.toMatchObject({
      class: 'address_refused',
      message: `Cannot read file '${path}': it is not there, or this service may not read it; check the path, or ask the operator to name its folder in QUERN_SOURCES_ALLOW`,
    });
  });

  test('is refused where no folder is named, and by a path that is not absolute', async () => {
    await expect(fileResolver(rules('*'))(join(folder, 'open/a.db'))).rejects.toMatchObject({
      class: 'address_refused',
    });
    await expect(fileResolver(rules('/'))('open/a.db')).rejects.toMatchObject({
      class: 'address_refused',
    });
  });

  test('of the service itself is refused, whatever folder is allowed', async () => {
    mkdirSync(join(folder, 'open/quern/objects'), { recursive: true });
    const own = [
      'open/quern/objects/x.db',
      'open/quern.db',
      'open/quern.db-wal',
      'open/quernel.db',
    ];
    for (const name of own) writeFileSync(join(folder, name), 'x');
    const ownPaths = [join(folder, 'way/quern'), join(folder, 'open/quern.db')];
    const found = fileResolver({ ...rules(folder), ownPaths });
    const answers = own.map((name) =>
      found(join(folder, name)).then(
        () => 'found',
        () => 'refused',
      ),
    );
    expect(await Promise.all(answers)).toEqual(['refused', 'refused', 'refused', 'found']);
  });

  test('of a folder says nothing about hosts', () => {
    expect(isAllowed(rules('/srv'), 'db.example.com', '10.0.0.1', 5432)).toBe(true);
    expect(isAllowed(rules('/srv', '11.0.0.0/8'), 'db.example.com', '10.0.0.1', 5432)).toBe(false);
  });
});
