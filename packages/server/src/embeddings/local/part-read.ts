/** The most tokens of a text that a model may be configured to read. */
export const maxTokens = 32_768;

/**
 * Characters read of a text: a text with more tokens than a model takes need not be read to its
 * end, and megabytes in one call could not be interrupted.
 */
const leastCharacters = 16_384;
const charactersPerToken = 64;

/** The part of a text to read for a model that reads `tokens` tokens. */
export function partRead(text: string, tokens: number): string {
  const most = Math.max(leastCharacters, tokens * charactersPerToken);
  return text.length > most ? text.slice(0, most) : text;
}
