import type { BenchRow } from './report.ts';

const reachBytes = 400_000;

/**
 * Scripts of the console's first page, the editor, as sent to a browser with Brotli: the scripts of
 * the page, the editor's own, and all imports.
 */
export async function firstPage({
  service,
}: {
  service: { readonly origin: string };
}): Promise<BenchRow[]> {
  const ask = async (path: string) => {
    const response = await fetch(`${service.origin}/${path}`, {
      headers: { 'accept-encoding': 'br' },
    });
    if (!response.ok) throw new Error(`the console has no ${path}`);
    return {
      text: await response.text(),
      sentBytes: Number(response.headers.get('content-length')),
    };
  };
  const { text: page } = await ask('');
  const wanted = namesIn(page, /(?:src|href)="\.\/assets\/([^"]+\.js)"/g);
  const sent = new Map<string, number>();
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (sent.has(name)) continue;
    const { text, sentBytes } = await ask(`assets/${name}`);
    sent.set(name, sentBytes);
    wanted.push(...namesIn(text, /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g));
    wanted.push(...namesIn(text, /import\(["'`]\.\/(query-page-[^"'`]+\.js)["'`]\)/g));
  }
  if (![...sent.keys()].some((name) => name.startsWith('query-page-')))
    throw new Error('the first page does not lead to the editor');
  const bytes = [...sent.values()].reduce((sum, one) => sum + one, 0);
  const kilobytes = `${Math.round(bytes / 1000)} KB`;
  return [
    {
      what: "script of the console's first page, as it is sent",
      quern: kilobytes,
      reference: `${sent.size} files`,
      result: kilobytes,
      reach: `at most ${reachBytes / 1000} KB`,
      reached: bytes <= reachBytes,
    },
  ];
}

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);
