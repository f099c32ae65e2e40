/** Writers of one table use different prefixes for the same store; `s3a` and `s3n` are Hadoop's. */
const storeForms = ['s3', 's3a', 's3n'] as const;
const fileForms = ['file://', 'file:', ''] as const;

const storeScheme = /^s3[an]?:\/\//i;
const fileScheme = /^(file:(\/\/)?)?(?=\/)/i;

/**
 * A form in which paths of the same file are equal: `s3a://b/k` and `s3://b/k`, `file:/f` and `/f`.
 */
export const canonicalPath = (path: string): string =>
  storeScheme.test(path) ? path.replace(storeScheme, 's3://') : path.replace(fileScheme, '');

/** `s3a://`, or nothing where the path has none of several forms. */
export const pathForm = (path: string): string =>
  (storeScheme.exec(path) ?? fileScheme.exec(path))?.[0].toLowerCase() ?? '';

/** All forms in which a delete file may name the file, the given form first. */
export function pathForms(path: string): string[] {
  const rest = canonicalPath(path);
  const forms = storeScheme.test(path)
    ? storeForms.map((scheme) => rest.replace(/^s3/, scheme))
    : fileScheme.test(path)
      ? fileForms.map((scheme) => `${scheme}${rest}`)
      : [];
  return [...new Set([path, ...forms])];
}
