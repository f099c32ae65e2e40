/**
 * A name for each of `names`, all different even without case, as the engine compares names. `kept`
 * has earlier assignments by name, which stay. Among other names that differ only by case, the
 * lower-case name stays unchanged (an unquoted name means that name), or else the first. The others
 * end in `_2`, `_3` and so on.
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
