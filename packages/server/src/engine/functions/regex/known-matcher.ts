import { LruCache } from '../../../kernel/lru-cache.ts';
import { RegexMatcher } from './regex-matcher.ts';
import type { RegexOptions } from './regex-options.ts';

/**
 * Weighed by the states that an expression may be compiled to, of which one has fifty and another a
 * million.
 */
const matchers = new LruCache<RegexMatcher>(200_000);
const leastWeight = 1000;
/** Every row of a query asks for it, however large it is. */
let latest: { readonly key: string; readonly matcher: RegexMatcher } | undefined;

/** The compiled expression; `flags` as they are written, `options` what they mean. */
export function knownMatcher(pattern: string, flags: string, options: RegexOptions): RegexMatcher {
  const key = `${flags}/${pattern}`;
  if (latest?.key === key) return latest.matcher;
  const known = matchers.get(key);
  const matcher = known ?? new RegexMatcher(pattern, options);
  if (known === undefined)
    matchers.set(key, matcher, Math.max(matcher.size + key.length, leastWeight));
  latest = { key, matcher };
  return matcher;
}
