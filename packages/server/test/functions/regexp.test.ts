import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groupsCutAlike } from '../../src/plan/hotsql/read/patterns.ts';
import {
  Dice,
  type FunctionOracle,
  literal,
  openFunctionOracle,
  type Twin,
} from './function-oracle.ts';

const patterns = [
  'a',
  'b*',
  '(a)(b)?',
  '[ab]+',
  '\\s+',
  'x?',
  '',
  '(?i)A',
  'a|ab',
  '(a|b)c*',
  '^',
  '$',
  '\\y',
  '(',
].concat([
  'a{2',
  '\\d+',
  '.',
  '\\m',
  '(a)|(b)',
  '\\',
  'é',
  '😀',
  'a.c',
  '(a*?)(b*)',
  '(.)\\1',
  'a(?=b)',
  '(?<!a)b',
  '[[:foo:]]',
]);
const texts = [
  '',
  'abc',
  'aabbcc ab',
  'hello world',
  'ééa😀b',
  'a\nb\nc',
  '  x  y ',
  '12 34 567',
  'ABC abc',
  'aaaa',
];
const flags = ['', 'g', 'i', 'gi', 'n', 'x', 'q', 'z', 'c', 's', 'w', 'p', 'gn'];
const replacements = ['', 'X', '[\\1]', '\\&\\&', '\\\\', '\\2', '\\x', '\\', '<\\1|\\2>'];
const similarParts = [
  'a',
  'b',
  '%',
  '_',
  '|',
  '(',
  'a)',
  '[ab]',
  '[^a]',
  '#"',
  '#%',
  '\\',
  '.',
  '*',
  '+',
  '[[:digit:]]',
];

/** An expression with groups, choices and quantifiers of both kinds, not always a right one. */
function randomPattern(dice: Dice, depth: number): string {
  const inner = () => (depth > 0 ? randomPattern(dice, depth - 1) : 'ab');
  const atom = () =>
    dice.pick([
      ...[
        () => 'a',
        () => 'b',
        () => 'c',
        () => '.',
        () => '[ab]',
        () => '[^a]',
        () => `(${inner()})`,
        () => `(?:${inner()})`,
      ],
      () =>
        dice.pick([
          '\\1',
          '\\2',
          '^',
          '$',
          '\\m',
          '\\M',
          '\\w',
          '(?=b)',
          '(?!a)',
          '(?<=a)',
          '[[:alpha:]]',
          '\\A',
          '\\Z',
        ]),
    ])();
  const quantifier = () =>
    dice.pick([
      '',
      '',
      '',
      '*',
      '+',
      '?',
      '*?',
      '+?',
      '??',
      '{2}',
      '{1,2}',
      '{0,2}?',
      '{2,}',
      '{1}?',
      '{0}',
      '{1,1}',
    ]);
  const branch = () =>
    Array.from({ length: 1 + dice.below(3) }, () => atom() + quantifier()).join('');
  return dice.number() < 0.25 ? `${branch()}|${branch()}` : branch();
}

const calls: readonly ((dice: Dice) => Twin)[] = [
  (dice) => same('regexp_like', dice, [texts, patterns, flags]),
  (dice) => same('regexp_match', dice, [texts, patterns, flags]),
  (dice) => same('regexp_replace', dice, [texts, patterns, replacements, flags]),
  (dice) => same('regexp_count', dice, [texts, patterns, [0, 1, 2, 100], flags]),
  (dice) =>
    same('regexp_instr', dice, [
      texts,
      patterns,
      [0, 1, 2],
      [0, 1, 2],
      [0, 1, 2],
      flags,
      [0, 1, 2, -1],
    ]),
  (dice) =>
    same('regexp_substr', dice, [texts, patterns, [0, 1, 2], [0, 1, 2, 3], flags, [0, 1, 2, -1]]),
  (dice) => {
    const args = choose(dice, [
      texts,
      patterns,
      replacements,
      [0, 1, 2, 100],
      [-1, 0, 1, 2],
      flags,
    ]);
    return { postgres: `regexp_replace(${args})`, worker: `hotsql_regexp_replace_from(${args})` };
  },
  (dice) => {
    const args = choose(dice, [texts, patterns, flags]);
    return {
      postgres: `regexp_split_to_array(${args})`,
      worker: `hotsql_regexp_split('regexp_split_to_array', ${args})`,
    };
  },
  (dice) => {
    const args = choose(dice, [texts, patterns, flags]);
    return {
      postgres: `SELECT array_agg(m) FROM regexp_matches(${args}) m`,
      worker: `nullif(hotsql_regexp_matches(${args}), [])`,
    };
  },
  (dice) => {
    const [text, pattern] = [literal(dice.pick(texts)), literal(dice.joined(similarParts, 6))];
    const escapeText = literal(dice.pick(['#', '\\', '', 'ab']));
    return {
      postgres: `substring(${text} SIMILAR ${pattern} ESCAPE ${escapeText})`,
      worker: `hotsql_regexp_substring(${text}, hotsql_similar_pattern(${pattern}, ${escapeText}))`,
    };
  },
];

const choose = (dice: Dice, choices: readonly (readonly (string | number)[])[]) =>
  choices.map((items) => literal(dice.pick(items))).join(', ');

function same(name: string, dice: Dice, choices: readonly (readonly (string | number)[])[]): Twin {
  const args = choose(dice, choices);
  return { postgres: `${name}(${args})`, worker: `hotsql_${name}(${args})` };
}

describe('regular expressions', () => {
  let oracle: FunctionOracle;
  beforeAll(async () => {
    oracle = await openFunctionOracle();
  });
  afterAll(() => oracle?.close());

  it('match what they match in PostgreSQL, group by group', async () => {
    const dice = new Dice(1);
    const twins = Array.from({ length: 400 }, () => {
      const [text, pattern] = [
        literal(dice.joined([...'aabbcc x'], 8)),
        literal(randomPattern(dice, 2)),
      ];
      const args = `${text}, ${pattern}`;
      return {
        postgres: `jsonb_build_array(regexp_match(${args}), regexp_instr(${args}), regexp_instr(${args}, 1, 1, 1))`,
        worker: `CAST(json_array(hotsql_regexp_match(${args}, ''), hotsql_regexp_instr(${args}, 1, 1, 0, '', 0), hotsql_regexp_instr(${args}, 1, 1, 1, '', 0)) AS JSON)`,
      };
    });
    expect(await oracle.differences(twins.map(asText))).toEqual([]);
  });

  it('mean the same in every function', async () => {
    const dice = new Dice(2);
    const twins = Array.from({ length: 500 }, (_, index) =>
      (calls[index % calls.length] as (dice: Dice) => Twin)(dice),
    );
    expect(await oracle.differences(twins)).toEqual([]);
  });

  it('are left to RE2 where it cuts a whole text into the same groups, and only there', async () => {
    const dice = new Dice(3);
    const atom = () =>
      dice.pick([...'abc', '.', '[ab]', '[^a]', '\\d', '\\.']) +
      dice.pick(['', '', '*', '+', '?', '{2}', '{1,2}', '{0,1}']);
    const run = () => Array.from({ length: dice.below(3) }, atom).join('');
    const part = () =>
      dice.pick([run, run, () => `(${run()})`, () => `(?:${run()})${dice.pick(['', '?', '?'])}`])();
    const patterns = Array.from(
      { length: 4000 },
      () => `^${Array.from({ length: 1 + dice.below(5) }, part).join('')}$`,
    );
    const alike = patterns.filter((pattern) => (groupsCutAlike(pattern) ?? 0) > 0);
    expect(alike.length).toBeGreaterThan(600);
    const twins = alike.slice(0, 600).map((pattern) => {
      const marks = Array.from(
        { length: groupsCutAlike(pattern) ?? 0 },
        (_, index) => `\\${index + 1}`,
      ).join('|');
      const args = `${literal(dice.joined([...'aaabbc.1'], 7))}, ${literal(pattern)}`;
      return {
        postgres: `regexp_replace(${args}, ${literal(`${marks} of \\&`)})`,
        worker: `regexp_replace(${args}, ${literal(`${marks} of \\0`)}, 's')`,
      };
    });
    expect(await oracle.differences(twins)).toEqual([]);
    const leftAlone = [
      'a(b)',
      '^a?(?:ab)?(b)$',
      '^(a|ab)(c)$',
      '^(a)+$',
      '^((a)b)$',
      '^(a*?)b$',
      '^(a*b*)c$',
      '^a*a*(b)$',
    ];
    expect(leftAlone.filter((pattern) => groupsCutAlike(pattern) !== undefined)).toEqual([]);
  });

  it('take time in proportion to the text where backtracking would never end', async () => {
    const text = `repeat('a', 20000) || 'b'`;
    expect(
      await oracle.differences([
        {
          postgres: `regexp_like(${text}, '^(a+)+$')`,
          worker: `hotsql_regexp_like(${text}, '^(a+)+$', '')`,
        },
        {
          postgres: `regexp_like(${text}, '(a|aa)+c')`,
          worker: `hotsql_regexp_like(${text}, '(a|aa)+c', '')`,
        },
      ]),
    ).toEqual([]);
  });
});

/** Spaces of JSON differ. */
const asText = ({ postgres, worker }: Twin): Twin => ({
  postgres: `replace((${postgres})::text, ', ', ',')`,
  worker: `CAST(${worker} AS VARCHAR)`,
});
