import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sparticuz from '@sparticuz/chromium';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { type RunningService, startService, testToken } from '../../server/test/service.ts';

const screenshots = join(import.meta.dirname, '../screenshots');
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** A browser of the system, else the browser from npm, unpacked into the temporary folder. */
async function launch(): Promise<Browser> {
  const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    existsSync,
  );
  // Own arguments: with the package's arguments all pages share one process, which ends with the
  // first page, and the policy is not enforced.
  const args = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'];
  return chromium.launch({ executablePath: system ?? (await sparticuz.executablePath()), args });
}

/** One service and one browser for all stories. */
export class Harness {
  readonly service: RunningService;
  readonly #browser: Browser;
  readonly #faults: string[] = [];
  readonly #contexts: BrowserContext[] = [];
  readonly #proxies: Server[] = [];

  /** Folder whose files may be sources. */
  readonly folder: string;

  private constructor(service: RunningService, browser: Browser, folder: string) {
    this.service = service;
    this.folder = folder;
    this.#browser = browser;
  }

  static async start(): Promise<Harness> {
    execFileSync(process.execPath, [join(import.meta.dirname, '../build.mjs')]);
    const folder = await mkdtemp(join(tmpdir(), 'quern-console-'));
    const starting = startService({ env: { QUERN_SOURCES_ALLOW: folder } });
    const [service, browser] = await Promise.all([starting, launch()]);
    return new Harness(service, browser, folder);
  }

  /**
   * A page of a person of her own. What its script throws, logs as an error or is refused by the
   * policy is a fault.
   */
  async open(
    hash = '',
    options: BrowserContextOptions = {},
    address = `${this.service.origin}/`,
  ): Promise<Page> {
    const context = await this.#browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-US',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    this.#contexts.push(context);
    const page = await context.newPage();
    this.watch(page, new URL(address).origin);
    page.setDefaultTimeout(15_000);
    await page.goto(address + hash);
    return page;
  }

  watch(page: Page, address = this.service.origin): void {
    page.on('pageerror', (error) => this.#faults.push(`${error.stack ?? error}`));
    page.on('console', (message) => {
      // The page shows refusals of the service; the browser's console repeats them.
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
        this.#faults.push(message.text());
    });
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== address && !/^(data|blob):/.test(protocol))
        this.#faults.push(`asks ${origin}`);
    });
  }

  /** The same, signed in for as long as the page is open. */
  async signedIn(hash = '', options: BrowserContextOptions = {}, token = testToken): Promise<Page> {
    const page = await this.open('', options);
    await this.signIn(page, hash, token);
    return page;
  }

  /** Leaves the state of a sign-in link in the page, and reloads the page. */
  async signIn(page: Page, hash = '', token = testToken): Promise<void> {
    await page.evaluate(
      ([key, value]) => window.sessionStorage.setItem(key as string, JSON.stringify(value)),
      [`quern.session ${this.service.origin}/`, token],
    );
    await page.goto(`${this.service.origin}/${hash}`);
    await page.reload();
  }

  /** The address of a proxy that shows the service below `/quern/`, until the harness stops. */
  async belowPath(): Promise<string> {
    const { hostname, port } = new URL(this.service.origin);
    const proxy = createServer((incoming, outgoing) => {
      const path = incoming.url?.replace(/^\/quern(?=\/)/, '');
      if (path === incoming.url) return outgoing.writeHead(404).end();
      const { method, headers } = incoming;
      const onward = request({ hostname, port, path, method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      return incoming.pipe(onward);
    });
    this.#proxies.push(proxy);
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/quern/`;
  }

  /** Errors of all pages since the last call. */
  takeFaults(): string[] {
    return this.#faults.splice(0);
  }

  async closePages(): Promise<void> {
    for (const context of this.#contexts.splice(0)) await context.close();
  }

  async stop(): Promise<void> {
    await this.closePages();
    for (const proxy of this.#proxies) proxy.close();
    await this.#browser.close();
    await this.service.dispose();
    await rm(this.folder, { recursive: true, force: true });
  }
}

type Theme = 'light' | 'dark';

/** Stores a picture of the page in both themes, and returns axe's findings against WCAG 2.2 AA. */
export async function lookAt(page: Page, name: string): Promise<string[]> {
  // Waits for the page's requests before the picture.
  await page.waitForFunction(
    () =>
      document.querySelector('.skeleton, .waiting') === null &&
      (document.querySelector('#content') ?? document.body).textContent?.trim() !== '',
  );
  mkdirSync(screenshots, { recursive: true });
  const found: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await showIn(page, theme);
    found.push(...(await accessibilityFaults(page)).map((fault) => `${name}, ${theme}: ${fault}`));
    await page.screenshot({ path: join(screenshots, `${name}-${theme}.png`) });
  }
  return found;
}

async function showIn(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  // The page is drawn by the second frame.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

interface Axe {
  run(
    context: unknown,
    options: unknown,
  ): Promise<{
    violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[];
  }>;
}

async function accessibilityFaults(page: Page): Promise<string[]> {
  // Uses the debugger, so the policy of the page stays.
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const { violations } = await axe.run(document, { runOnly: { type: 'tag', values: tags } });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`,
      ),
    );
  });
}
