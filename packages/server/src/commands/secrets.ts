import type { Settings } from '../config/settings.ts';
import { migrateMetadata } from '../metadata/migrate.ts';
import { rotateSecrets } from '../secrets/rotate-secrets.ts';
import { SecretVault } from '../secrets/secret-vault.ts';
import { findServiceKey } from '../store/bind-key.ts';
import { printAnswer, takeJson } from './print-answer.ts';
import { withMetadata } from './with-metadata.ts';

/**
 * `quern secrets rotate`: changes to the key of QUERN_SECRET_KEY, with the former keys available.
 * Works with or without a running service. Returns 1 if a secret is under none of the keys, and
 * prints its id.
 */
export async function runSecretsCommand(
  settings: Settings,
  args: readonly string[],
): Promise<number> {
  const { isJson, words } = takeJson(args);
  if (words[0] !== 'rotate' || words.length > 1) {
    console.error('quern secrets: say rotate');
    return 2;
  }
  return withMetadata(settings, 'secrets', async (metadata) => {
    await migrateMetadata(metadata, Date.now());
    const service = await findServiceKey(metadata.db, settings, Date.now());
    const found = await rotateSecrets(metadata, new SecretVault(service.key, service.formerKeys));
    await service.bind(metadata.db);
    const { rewrapped, present, unopened } = found;
    printAnswer(isJson, { rewrapped, present, unopened }, [
      `${rewrapped} secrets are under the present key now, ${present} were already`,
      ...unopened.map(
        (id) =>
          `secret ${id} is under a key that is not at hand: name it in QUERN_FORMER_SECRET_KEYS, or store the value again`,
      ),
    ]);
    return found.unopened.length === 0 ? 0 : 1;
  });
}
