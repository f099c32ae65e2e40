import { textLanguages } from '@quern/contract';
import { describe, expect, test } from 'vitest';
import { type AnalyserSettings, termsOf } from '../../src/search/bm25/analyser.ts';
import { parseQuery } from '../../src/search/bm25/parse-query.ts';
import { Part } from '../../src/search/bm25/part.ts';
import { PartBuilder } from '../../src/search/bm25/part-builder.ts';
import { searchTexts } from '../../src/search/bm25/search.ts';
import { stemmerOf, stopWordsOf } from '../../src/search/bm25/word-forms.ts';
import { MemorySegment } from '../../src/search/segment-file.ts';

/** Stems by PyPI's snowballstemmer 2.2.0, for English by the algorithm `porter`. */
const stems: Readonly<Record<(typeof textLanguages)[number], Readonly<Record<string, string>>>> = {
  arabic: { والكتاب: 'والكتاب', المدرسة: 'مدرس' },
  armenian: { գրքերի: 'գրքերի', տներում: 'տներ' },
  danish: { indtagelse: 'indtag', underskrevne: 'underskrevn' },
  dutch: { lichamelijke: 'licham', opglimping: 'opglimp' },
  english: { relational: 'relat', hopping: 'hop', generously: 'gener', ponies: 'poni' },
  finnish: { edeltäjiinsä: 'edeltäj', taloissa: 'talo' },
  french: { continuellement: 'continuel', majestueuses: 'majestu', chevaux: 'cheval' },
  german: { häuser: 'haus', aufeinanderfolgenden: 'aufeinanderfolg', kategorischen: 'kategor' },
  greek: { κυβερνήσεις: 'κυβερνησ', ανθρώπων: 'ανθρωπ' },
  hindi: { लड़कियाँ: 'लड़क', किताबें: 'किताब' },
  hungarian: { babakocsijáért: 'babakocs', házakban: 'ház' },
  indonesian: { perdagangan: 'dagang', membacakan: 'baca' },
  irish: { bhfocail: 'focail', leabharlanna: 'leabharlanna' },
  italian: { abbandonarono: 'abbandon', propagandisti: 'propagand' },
  lithuanian: { knygose: 'knyg', vaikams: 'vaik' },
  nepali: { केटाहरुको: 'केटा', घरमा: 'घर' },
  norwegian: { havnedistriktene: 'havnedistrikt', havneekspedisjonen: 'havneekspedisjon' },
  portuguese: { boiando: 'boi', quilométricas: 'quilométr' },
  romanian: { abruptele: 'abrupt', copiilor: 'cop' },
  russian: { вавиловка: 'вавиловк', важнейшими: 'важн' },
  serbian: { kucama: 'kuc', gradovima: 'gradov' },
  spanish: { corriendo: 'corr', rápidamente: 'rapid', torneados: 'torn' },
  swedish: { jaktkarlarne: 'jaktkarl', klostergården: 'klostergård' },
  tamil: { மரங்கள்: 'மரங்', வீடுகளில்: 'வீடு' },
  turkish: { kitaplardan: 'kitap', evlerimizde: 'ev' },
};

describe('what a word is in an index', () => {
  test.each(textLanguages)('is its stem as Snowball makes it, in %s', (language) => {
    const stem = stemmerOf(language);
    for (const [word, expected] of Object.entries(stems[language]))
      expect(stem(word)).toBe(expected);
    const stopWords = stopWordsOf(language);
    expect(stopWords.size).toBeGreaterThan(20);
    for (const word of stopWords) expect(termsOf(word, { ngram: 0 })).toEqual([word]);
  });

  test('is the same whatever the text before it was, and of a word of any letters', () => {
    for (const language of textLanguages) {
      const stem = stemmerOf(language);
      const words = Object.keys(stems[language]);
      const first = words.map(stem);
      for (const odd of ['', 'a', "'", '\ud800', 'ß'.repeat(64), '𝄞'.repeat(32), 'e'.repeat(64)])
        expect(typeof stem(odd)).toBe('string');
      expect(words.map(stem)).toEqual(first);
    }
  });
});

describe('a search in an index with forms of words', () => {
  const texts = [
    'The runner was running with the other runners',
    'He runs and the dogs bark',
    'A dog barked at the running water',
    'to be or not to be',
    null,
    'Barking dogs seldom bite',
  ];
  const found = (text: string, settings: AnalyserSettings) => {
    const memory = new MemorySegment();
    const builder = new PartBuilder(settings);
    for (const each of texts) builder.add(each);
    const part = new Part(memory, builder.write(memory));
    const clauses = parseQuery(text, settings);
    const { rows, scores } = searchTexts([{ parts: [part], deleted: null }], clauses, null);
    return [...rows].map((row, at) => [row, scores[at] ?? 0] as const).sort((a, b) => a[0] - b[0]);
  };
  const rowsOf = (text: string, settings: AnalyserSettings) =>
    found(text, settings).map(([row]) => row);

  const english = { ngram: 0, stemming: 'english', stopWords: 'english' };
  test.each([
    ['run', [0, 1, 2]],
    ['RUNNING dogs', [0, 1, 2, 5]],
    ['"dog bark"', [1, 2]],
    ['"barking dog"', [5]],
    ['"the dogs"', [1, 2, 5]],
    ['+the +dog -run', [5]],
    ['the and or', []],
    ['"to be or not to be"', []],
    ['run*', [0, 1, 2]],
    ['running*', []],
    ['seldom', [5]],
  ])('of stems without stop words: %s', (text, rows) => {
    expect(rowsOf(text, english)).toEqual(rows);
  });

  test('of words without stop words, and of stems with them', () => {
    expect(rowsOf('dogs the', { ngram: 0, stopWords: 'english' })).toEqual([1, 5]);
    expect(rowsOf('dogs', { ngram: 0, stemming: 'english' })).toEqual([1, 2, 5]);
    expect(rowsOf('the', { ngram: 0, stemming: 'english' })).toEqual([0, 1, 2]);
  });

  test('scores as plain BM25 does over what is left of the texts', () => {
    const stem = stemmerOf('english');
    const stopWords = stopWordsOf('english');
    const formsOf = (text: string) =>
      termsOf(text, { ngram: 0 }).flatMap((word) => (stopWords.has(word) ? [] : [stem(word)]));
    const left = texts.map((text) => (text === null ? null : formsOf(text)));
    const present = left.flatMap((terms) => (terms === null ? [] : [terms]));
    const mean = present.reduce((sum, terms) => sum + terms.length, 0) / present.length;
    const having = present.filter((terms) => terms.includes('run')).length;
    const idf = Math.log(1 + (present.length - having + 0.5) / (having + 0.5));
    const hits = found('running', english);
    expect(hits).toHaveLength(having);
    for (const [row, score] of hits) {
      const terms = left[row] ?? [];
      const count = terms.filter((term) => term === 'run').length;
      const plain = (idf * 2.2 * count) / (count + 1.2 * (0.25 + (0.75 * terms.length) / mean));
      expect(score).toBeCloseTo(plain, 9);
    }
  });
});
