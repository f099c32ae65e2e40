import { LruCache } from '../../../kernel/lru-cache.ts';
import { RegexMatcher } from './regex-matcher.ts';
import type { RegexOptions } from './regex-options.ts';

/** The weight of a matcher is its possible number of states, from fifty to a million. */
const matchers = new LruCache<RegexMatcher>(200_000);
const leastWeight = 1000;
/** The latest matcher stays whatever its size, because every row of a query uses it. */
let latest: { readonly key: string; readonly matcher: RegexMatcher } | undefined;

/** The compiled expression. `flags` is the written form, and `options` the meaning. */
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
