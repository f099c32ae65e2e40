/** Stands behind the key of a data file where an object has its values of a generated column. */
export const vectorsMark = '#vectors';

/** `file_key` of the object of values of a data file. */
export const vectorsKeyOf = (fileKey: string) => `${fileKey}${vectorsMark}`;

/** `file_key` of values that others came in the place of while files of tables named them. */
export const leftKeyOf = (fileKey: string) => vectorsKeyOf(`${fileKey}#left`);
