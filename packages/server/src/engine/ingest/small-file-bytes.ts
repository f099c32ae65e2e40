/** The most bytes of a file that one task loads (tasks/ingest-load-small-file.ts). */
export const smallFileBytes = 128 * 1024;
