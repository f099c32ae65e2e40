/**
 * Versions of the packages that a program needs at run time, by name, from the lock file. npm
 * ignores the lock file of a tarball's package: an unnamed package would come in the newest fitting
 * version, which no test ran with, and which may need a newer Node. Packages for platforms are left
 * to the packages that choose among them.
 *
 * @param lock package-lock.json, parsed.
 * @param dependencies of the program, by name.
 */
export function lockedVersions(lock, dependencies) {
  const versions = {};
  const seen = new Set();
  const walk = (from, { dependencies = {}, optionalDependencies = {}, ...entry }) => {
    const { peerDependencies = {}, peerDependenciesMeta = {} } = entry;
    for (const name of Object.keys({ ...peerDependencies, ...dependencies })) {
      if (optionalDependencies[name] || peerDependenciesMeta[name]?.optional) continue;
      // Some packages name declarations among their dependencies; no program reads declarations.
      if (name.startsWith('@types/')) continue;
      const place = placeOf(lock, from, name);
      if (seen.has(place)) continue;
      seen.add(place);
      // A second version of a package lies within its user, and is left there.
      if (place === `node_modules/${name}`) versions[name] = lock.packages[place].version;
      walk(place, lock.packages[place]);
    }
  };
  walk('', { dependencies });
  return Object.fromEntries(Object.entries(versions).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Node's resolution of the package from a folder of the lock file. */
function placeOf(lock, from, name) {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))
  ) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (lock.packages[place] !== undefined) return place;
    if (folder === '') throw new Error(`package-lock.json has no '${name}' for '${from}'`);
  }
}
