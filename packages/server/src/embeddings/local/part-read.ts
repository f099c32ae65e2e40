/** Tokens of a text that a model may be told to see, at most. */
export const maxTokens = 32_768;

/**
 * Characters of a text that are looked at: none of more tokens than a model takes is worth reading
 * to its end, and megabytes in one call could not be interrupted.
 */
const leastCharacters = 16_384;
const charactersPerToken = 64;

/** What of a text is read where a model sees so many tokens of it. */
export function partRead(text: string, tokens: number): string {
  const most = Math.max(leastCharacters, tokens * charactersPerToken);
  return text.length > most ? text.slice(0, most) : text;
}
