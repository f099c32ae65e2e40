import { pino } from 'pino';
import type { Settings } from '../config/settings.ts';
import { systemClock } from '../kernel/clock.ts';
import { claimFolder } from '../metadata/claim-folder.ts';
import { migrateMetadata } from '../metadata/migrate.ts';
import type { Metadata } from '../metadata/open-metadata.ts';
import { openObjectStore } from '../objects/open-object-store.ts';
import { adoptKey, adoptStore } from '../store/adopt.ts';
import { makeCollectionDue } from './make-collection-due.ts';
import { printAnswer, takeJson } from './print-answer.ts';
import { withMetadata } from './with-metadata.ts';

/**
 * `quern adopt`: binds the metadata, the object store and the secret key of the settings, whatever
 * their former bindings, and reports the changes. For a person who knows that the three belong
 * together; no service may use them meanwhile.
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
  return withMetadata(settings, 'adopt', async (metadata) => {
    // No service may work with the folder meanwhile.
    const releaseFolder = claimFolder(settings.dataDir);
    try {
      return await adopt(settings, metadata, isJson);
    } finally {
      releaseFolder();
    }
  });
}

async function adopt(settings: Settings, metadata: Metadata, isJson: boolean): Promise<number> {
  const clock = systemClock;
  await migrateMetadata(metadata, clock.now());
  const { key, said: aboutKey } = await adoptKey(metadata.db, settings, clock.now());
  const { dataDir, cacheBytes, objectsUrl: url } = settings;
  const objects = await openObjectStore({ url, dataDir, cacheBytes, secretKey: key, clock });
  try {
    const log = pino({ level: 'silent' });
    const aboutStore = await adoptStore({ metadata, objects, clock, log });
    // The service's log and metrics report a blocked collection from the next start on.
    await makeCollectionDue(metadata.db);
    const said = [...aboutKey, ...aboutStore];
    printAnswer(isJson, { adopted: true, said }, said);
    return 0;
  } finally {
    await objects.close();
  }
}
