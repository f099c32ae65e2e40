import { buffer } from 'node:stream/consumers';
import type { HasFiles } from '../../engine/engine.ts';
import type { HasEngine } from '../../engine/tasks/engine-tasks.ts';
import type { ResultColumn } from '../../engine/types/result-columns.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { type ResultRow, replaceResultContent } from '../../metadata/result-store.ts';
import { resultKey } from '../../objects/keys.ts';
import type { HasObjects } from '../../objects/object-store.ts';
import { resultFile } from '../../reading/stored-result.ts';
import { maxInlineResultBytes } from '../../scope/limits.ts';

/**
 * Checks a ready result of an earlier version, once. If readers other than DuckDB may refuse its
 * file, the rows are written again and the new file replaces the old one. Current readers of the
 * old object are safe: as an unreferenced object it is collected only after the grace period.
 * Returns true if the result was rewritten.
 */
export async function mendResult(
  services: HasEngine & HasFiles & HasMetadata & HasObjects,
  row: ResultRow,
  signal: AbortSignal,
): Promise<boolean> {
  const { engine, files, metadata, objects } = services;
  const options = { workspaceId: row.workspace_id, signal, subject: 'result' };
  const { file } = await files.hold(await resultFile(services, row), options);
  try {
    const [refused] = await engine.run('findRefusedFiles', { paths: [file] }, options);
    if (refused === undefined) {
      await replaceResultContent(metadata.db, row, null);
      return false;
    }
    const columns = JSON.parse(row.columns ?? '[]') as ResultColumn[];
    const request = { path: file, columns, rowCount: row.row_count ?? 0 };
    const { path, ...written } = await engine.run('rewriteResult', request, options);
    try {
      if (row.object_key === null && written.sizeBytes <= maxInlineResultBytes) {
        return await replaceResultContent(metadata.db, row, {
          content: { parquet: await buffer(files.stream(path)) },
          ...written,
        });
      }
      const objectKey = resultKey(row.workspace_id, row.id);
      await files.publish(objectKey, path);
      const isReplaced = await replaceResultContent(metadata.db, row, {
        content: { objectKey },
        ...written,
      });
      if (!isReplaced) await objects.delete([objectKey]);
      return isReplaced;
    } finally {
      await files.discard([path]);
    }
  } finally {
    await files.discard([file]);
  }
}
