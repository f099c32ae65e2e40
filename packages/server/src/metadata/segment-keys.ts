/** Suffix of a data file's key for an object with the file's values of a generated column. */
export const vectorsMark = '#vectors';

/** `file_key` of the object of values of a data file. */
export const vectorsKeyOf = (fileKey: string) => `${fileKey}${vectorsMark}`;

/** `file_key` of replaced values that files of tables still name. */
export const leftKeyOf = (fileKey: string) => vectorsKeyOf(`${fileKey}#left`);
