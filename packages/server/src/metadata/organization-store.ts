import type { MetadataHandle } from './open-metadata.ts';

/** True if an organization exists, and therefore a service has started with this metadata. */
export async function hasOrganization(db: MetadataHandle): Promise<boolean> {
  return (
    (await db.selectFrom('organizations').select('id').limit(1).executeTakeFirst()) !== undefined
  );
}

/** The id of the organization that the first start made; throws before the first start. */
export async function organizationOfService(db: MetadataHandle): Promise<string> {
  const { id } = await db.selectFrom('organizations').select('id').executeTakeFirstOrThrow();
  return id;
}
