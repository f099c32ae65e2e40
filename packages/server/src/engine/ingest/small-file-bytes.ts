/** A file of at most so many bytes is loaded by one task (tasks/ingest-load-small-file.ts). */
export const smallFileBytes = 128 * 1024;
