/**
 * Maximum cells of the distance matrix per call, about 3 ms. The function also runs in the HTTP
 * process: 3,000 tables with names of 105 letters blocked its event loop for 350 ms.
 */
const maxCells = 300_000;

/** The candidate nearest to `name` by edit distance, if near enough; for error messages. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  const folded = name.toLowerCase();
  const limit = Math.max(1, Math.floor(folded.length / 3));
  let best: { name: string; distance: number } | undefined;
  let cells = 0;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - folded.length) > limit) continue;
    cells += candidate.length * folded.length;
    if (cells > maxCells) break;
    const distance = editDistance(folded, candidate.toLowerCase(), limit);
    if (distance <= limit && (best === undefined || distance < best.distance))
      best = { name: candidate, distance };
  }
  return best?.name;
}

/**
 * Damerau-Levenshtein distance (an adjacent swap counts one). Stops with a number above `limit` as
 * soon as the result is certain to be above.
 */
function editDistance(a: string, b: string, limit: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        value = Math.min(value, (before[j - 2] ?? 0) + 1);
      row.push(value);
    }
    if (Math.min(...row) > limit) return limit + 1;
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
