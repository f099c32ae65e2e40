const Code = {
  Quote: 0x22,
  OpenBracket: 0x5b,
  Backslash: 0x5c,
  CloseBracket: 0x5d,
  OpenBrace: 0x7b,
  CloseBrace: 0x7d,
} as const;

/**
 * True where a JSON text nests arrays and objects deeper than `levels`. For a text that is not
 * JSON, any answer will do.
 */
export function nestsDeeper(text: string, levels: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === Code.OpenBracket || code === Code.OpenBrace) {
      depth += 1;
      if (depth > levels) return true;
    } else if (code === Code.CloseBracket || code === Code.CloseBrace) depth -= 1;
    else if (code === Code.Quote) at = stringEnd(text, at);
  }
  return false;
}

/** The end of the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === Code.Backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
