import type { ExtractProgress } from '../source.ts';
import { SourceError } from '../source-error.ts';
import type { StagingWriter } from '../staging/staging-writer.ts';

export function* stageProgress(writer: StagingWriter, bytes: number): Generator<ExtractProgress> {
  const finished = writer.takeFinished();
  for (const file of finished) yield { rows: writer.rows, bytes, file };
  if (finished.length === 0) yield { rows: writer.rows, bytes };
}

export const changed = () =>
  new SourceError('definition_changed', 'A table is being changed while it is read; try again');

export const changedColumn = (column: string) =>
  new SourceError(
    'definition_changed',
    `Column '${column}' of a table is being changed while it is read; try again`,
  );
