/**
 * A name for each of `names`, no two of which differ by case alone, as the engine compares them.
 * `kept`, by the names, are those that were given before: they stay. Of the others that differ by
 * case alone the one in lower case has its own name (an unquoted name means it), else the first;
 * the others end in `_2`, `_3` and so on.
 */
export function uniqueNames(
  names: Iterable<string>,
  kept: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  const taken = new Set<string>();
  const give = (name: string, wanted: string) => {
    if (taken.has(wanted.toLowerCase())) return;
    taken.add(wanted.toLowerCase());
    given.set(name, wanted);
  };
  const all = new Set(names);
  for (const name of all) if (kept.has(name)) give(name, kept.get(name) ?? name);
  const inLowerCase = [...all].filter((name) => name === name.toLowerCase());
  for (const name of [...inLowerCase, ...all]) if (!given.has(name)) give(name, name);
  const ends = new Map<string, number>();
  for (const name of all) {
    const folded = name.toLowerCase();
    for (let end = ends.get(folded) ?? 2; !given.has(name); end += 1) {
      give(name, `${name}_${end}`);
      ends.set(folded, end + 1);
    }
  }
  return given;
}
