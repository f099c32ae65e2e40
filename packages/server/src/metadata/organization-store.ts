import type { MetadataHandle } from './open-metadata.ts';

/** Whether there is one, and so whether a service was ever started with this metadata. */
export async function hasOrganization(db: MetadataHandle): Promise<boolean> {
  return (
    (await db.selectFrom('organizations').select('id').limit(1).executeTakeFirst()) !== undefined
  );
}

/** The id of the organization that the first start made; throws before that. */
export async function organizationOfService(db: MetadataHandle): Promise<string> {
  const { id } = await db.selectFrom('organizations').select('id').executeTakeFirstOrThrow();
  return id;
}
