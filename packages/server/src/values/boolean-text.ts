const texts: Readonly<Record<string, boolean>> = {
  t: true,
  tr: true,
  tru: true,
  true: true,
  y: true,
  ye: true,
  yes: true,
  on: true,
  1: true,
  f: false,
  fa: false,
  fal: false,
  fals: false,
  false: false,
  n: false,
  no: false,
  of: false,
  off: false,
  0: false,
};

/** The boolean that a text means, or undefined. */
export function readBoolean(text: string): boolean | undefined {
  const word = text.replace(/^[ \t\n\v\f\r]+|(?<![ \t\n\v\f\r])[ \t\n\v\f\r]+$/g, '').toLowerCase();
  return Object.hasOwn(texts, word) ? texts[word] : undefined;
}

export const isBooleanText = (text: string): boolean => readBoolean(text) !== undefined;
