import type { Settings } from '../config/settings.ts';
import type { Metadata } from '../metadata/open-metadata.ts';
import { openPresentMetadata } from '../metadata/open-present-metadata.ts';

/**
 * Runs a command over the metadata of a service and returns its exit code; 2 if no service has made
 * the metadata. Then nothing is made: the settings point to a wrong location.
 */
export async function withMetadata(
  settings: Settings,
  command: string,
  work: (metadata: Metadata) => Promise<number>,
): Promise<number> {
  const metadata = await openPresentMetadata(settings.metadataUrl);
  if (metadata === null) {
    console.error(
      `quern ${command}: there is no metadata here; run it in the folder of 'quern-data' or set QUERN_DATA_DIR or QUERN_METADATA_URL as the service has it (a service that is new makes its metadata at its first start)`,
    );
    return 2;
  }
  try {
    return await work(metadata);
  } finally {
    await metadata.close();
  }
}
