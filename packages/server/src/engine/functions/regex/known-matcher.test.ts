import { expect, it } from 'vitest';
import { knownMatcher } from './known-matcher.ts';
import { regexFlags } from './regex-options.ts';

const matcherOf = (pattern: string) => knownMatcher(pattern, '', regexFlags('').options);

it('keeps expressions by their size: a hundred small ones, few large ones, and the last one always', () => {
  const small = Array.from({ length: 100 }, (_, index) => `(a)(b){${index}}`);
  const made = small.map(matcherOf);
  expect(small.map(matcherOf).every((matcher, index) => matcher === made[index])).toBe(true);
  const large = Array.from({ length: 8 }, (_, index) => `(a{200}){${100 + index}}`);
  const [first] = large.map(matcherOf);
  expect(matcherOf(large[0] ?? '')).not.toBe(first);
  const huge = matcherOf('(a{200}){100}(b{200}){100}');
  expect(huge.size).toBeGreaterThan(200_000);
  expect(matcherOf('(a{200}){100}(b{200}){100}')).toBe(huge);
});
