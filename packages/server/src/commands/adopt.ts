import { pino } from 'pino';
import type { Settings } from '../config/settings.ts';
import { systemClock } from '../kernel/clock.ts';
import { claimFolder } from '../metadata/claim-folder.ts';
import { migrateMetadata } from '../metadata/migrate.ts';
import { openMetadata } from '../metadata/open-metadata.ts';
import { openObjectStore } from '../objects/open-object-store.ts';
import { adoptKey, adoptStore } from '../operations/store/adopt.ts';
import { makeCollectionDue } from './make-collection-due.ts';
import { printAnswer, takeJson } from './print-answer.ts';

/**
 * `quern adopt`: binds the metadata, the object store and the secret key that the settings name,
 * whatever they were bound to before. Says what it did. For a person who knows that they belong
 * together; no service may work with them meanwhile.
 */
export async function runAdoptCommand(
  settings: Settings,
  args: readonly string[],
): Promise<number> {
  const { isJson, words } = takeJson(args);
  if (words.length > 0) {
    console.error(
      'quern adopt: the only option is --json; what belongs together is what the settings name',
    );
    return 2;
  }
  const releaseFolder = claimFolder(settings.dataDir);
  const metadata = await openMetadata(settings.metadataUrl);
  try {
    const clock = systemClock;
    await migrateMetadata(metadata, clock.now());
    const { key, said: aboutKey } = await adoptKey(metadata.db, settings, clock.now());
    const { dataDir, cacheBytes, objectsUrl: url } = settings;
    const objects = await openObjectStore({ url, dataDir, cacheBytes, secretKey: key, clock });
    try {
      const aboutStore = await adoptStore({
        metadata,
        objects,
        clock,
        log: pino({ level: 'silent' }),
      });
      // What is held back is told by the service's log and metrics from its start on.
      await makeCollectionDue(metadata.db);
      const said = [...aboutKey, ...aboutStore];
      printAnswer(isJson, { adopted: true, said }, said);
    } finally {
      await objects.close();
    }
    return 0;
  } finally {
    await metadata.close();
    releaseFolder();
  }
}
