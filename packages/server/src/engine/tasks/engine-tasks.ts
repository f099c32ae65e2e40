import type { Engine } from '../engine.ts';
import { encodeResult } from './encode-result.ts';
import { executeQuery } from './execute-query.ts';
import { findPlaces } from './find-places.ts';
import { findRefusedFiles } from './find-refused-files.ts';
import { inspectFile } from './ingest-inspect-file.ts';
import { loadSmallFile } from './ingest-load-small-file.ts';
import { lookAtDecimals } from './ingest-look-at-decimals.ts';
import { lookAtParts } from './ingest-look-at-parts.ts';
import { writeGuessedCsv } from './ingest-write-guessed-csv.ts';
import { writeTableFiles } from './ingest-write-table-files.ts';
import { applyKeyedRows } from './keyed-apply-rows.ts';
import { stageKeyedRows } from './keyed-stage-rows.ts';
import { rewriteFiles } from './rewrite-files.ts';
import { rewriteResult } from './rewrite-result.ts';
import { takePlacedRows } from './take-placed-rows.ts';
import { verifyFile } from './verify-file.ts';
import { writeKeptRows } from './write-kept-rows.ts';

/** Every task of the main pool's workers, by name. A new task is added here and nowhere else. */
export const engineTasks = {
  executeQuery,
  encodeResult,
  inspectFile,
  loadSmallFile,
  lookAtDecimals,
  lookAtParts,
  writeTableFiles,
  writeGuessedCsv,
  stageKeyedRows,
  applyKeyedRows,
  takePlacedRows,
  rewriteFiles,
  findPlaces,
  findRefusedFiles,
  rewriteResult,
  verifyFile,
  writeKeptRows,
};

export type EngineTasks = typeof engineTasks;

/** Runs queries, loads and encodings. */
export interface HasEngine {
  readonly engine: Engine<EngineTasks>;
}
