import { basename } from 'node:path';

/** The table that a file is loaded into where none is named: `Sales 2024.csv.gz` is sales_2024. */
export function tableNameOf(path: string): string {
  return identifierOf(
    basename(path)
      .replace(/\.(gz|zst)$/i, '')
      .replace(/\.[^.]+$/, ''),
  );
}

/**
 * The nearest name that a schema or a table can have (docs/contract/names.md): ASCII letters,
 * digits and `_`.
 */
export function identifierOf(text: string): string {
  const name = text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/_+$/, '')
    .toLowerCase();
  return (/^[a-z_]/.test(name) ? name : `t_${name}`).slice(0, 128);
}
