/** The words of a command without `--json`, and true if `--json` was among them. */
export function takeJson(args: readonly string[]): {
  readonly isJson: boolean;
  readonly words: readonly string[];
} {
  const words = args.filter((word) => word !== '--json');
  return { isJson: words.length < args.length, words };
}

/**
 * Prints the answer of a command on standard output: as JSON in the API's words, or as lines to
 * read.
 */
export function printAnswer(isJson: boolean, answer: object, lines: readonly string[]): void {
  if (isJson) console.log(JSON.stringify(answer, null, 2));
  else for (const line of lines) console.log(line);
}
