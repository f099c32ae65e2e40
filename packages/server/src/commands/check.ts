import { parseArgs } from 'node:util';
import type { Settings } from '../config/settings.ts';
import { openObjectReader } from '../objects/open-object-reader.ts';
import { type CheckReport, checkObjects, type LostObject } from '../store/check-objects.ts';
import { withMetadata } from './with-metadata.ts';

/**
 * `quern check`: reads the object store against the metadata, with or without a running service,
 * and changes neither. Returns 0 if everything exists, 1 if something is lost, 2 if the check is
 * impossible.
 */
export async function runCheckCommand(
  settings: Settings,
  args: readonly string[],
): Promise<number> {
  const options = {
    checksums: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  } as const;
  let values: { readonly checksums: boolean; readonly json: boolean };
  try {
    values = parseArgs({ args: [...args], options }).values;
  } catch {
    console.error('quern check: the options are --checksums and --json');
    return 2;
  }
  return withMetadata(settings, 'check', async (metadata) => {
    const { objectsUrl: url, dataDir, cacheBytes } = settings;
    const reader = await openObjectReader({ url, dataDir, cacheBytes });
    try {
      const report = await checkObjects(metadata.db, reader, values);
      console.log(
        values.json ? JSON.stringify(toJson(report), null, 2) : toText(report, values.checksums),
      );
      return report.lost.length === 0 ? 0 : 1;
    } finally {
      await reader.close();
    }
  });
}

function toText({ objects, bytes, lost }: CheckReport, checksums: boolean): string {
  const read = `${objects} objects of ${bytes} bytes were looked at${checksums ? ', and all of their bytes' : ', by their sizes; --checksums reads their bytes'}`;
  const verdict = lost.length === 0 ? 'nothing is lost' : `${lost.length} are lost`;
  return [...lost.flatMap(linesOf), `${read}: ${verdict}`].join('\n');
}

function linesOf({
  role,
  key,
  problem,
  tables,
  workspaceId,
  databaseId,
  id,
}: LostObject): string[] {
  const name = key === null ? `${role} '${id}'` : `${role} ${key}`;
  const owner =
    id === null
      ? []
      : [`  ${role} '${id}' of workspace ${workspaceId}, database ${databaseId ?? 'none'}`];
  const places = tables.flatMap((table) => {
    const reach =
      table.until === null
        ? `snapshot ${table.from} on, present`
        : `snapshots ${table.from} to ${table.until - 1}`;
    const whose =
      table.databaseId === null
        ? `connection '${table.connection}'`
        : `database ${table.databaseId}`;
    const copies = table.wholeIn.map(({ databaseId: database, snapshot, isPresent }) =>
      isPresent
        ? `database ${database} at present`
        : `database ${database} at snapshot ${snapshot}`,
    );
    return [
      `  table '${table.table}' of workspace ${table.workspaceId}, ${whose}, ${reach}`,
      `    ${copies.length === 0 ? 'nothing else has it whole; load it again' : `whole in ${copies.join('; ')}`}`,
    ];
  });
  return [`${name} ${problem}`, ...owner, ...places];
}

/** The report in the API's spelling. */
function toJson({ objects, bytes, lost }: CheckReport) {
  return {
    objects,
    bytes,
    lost: lost.map(({ workspaceId, databaseId, tables, ...object }) => ({
      ...object,
      workspace_id: workspaceId,
      database_id: databaseId,
      tables: tables.map(
        ({ workspaceId: workspace_id, databaseId: database_id, wholeIn, ...table }) => ({
          workspace_id,
          database_id,
          ...table,
          whole_in: wholeIn.map(({ databaseId: database, snapshot, isPresent }) => ({
            database_id: database,
            snapshot,
            is_present: isPresent,
          })),
        }),
      ),
    })),
  };
}
