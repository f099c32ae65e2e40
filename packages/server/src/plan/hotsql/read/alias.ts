import { expectFields, type Fields, fieldSet, nameList, textOf } from './tree.ts';

const aliasFields = fieldSet('aliasname', 'colnames');

export interface Alias {
  readonly name: string;
  readonly columns: readonly string[];
}

export function readAlias(alias: Fields | undefined): Alias | undefined {
  if (alias === undefined) return undefined;
  expectFields('an alias', alias, aliasFields);
  return { name: textOf(alias, 'aliasname'), columns: nameList(alias, 'colnames') };
}
