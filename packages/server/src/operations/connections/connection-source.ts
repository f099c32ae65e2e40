import type { CreateConnectionRequest } from '@quern/contract';
import { badRequest } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { findReferenced, type SecretReference } from '../../secrets/secret-reference.ts';
import { readConfig } from '../../sources/read-config.ts';
import { findSourceType } from '../../sources/registry.ts';
import type { SourceConfig, SourceType } from '../../sources/source.ts';
import { SourceError } from '../../sources/source-error.ts';
import { offeredNames } from '../connection-types/offered-types.ts';

/** The validated properties of a new connection. */
export interface ConnectionSource {
  /** Null for a managed catalog. */
  readonly type: SourceType | null;
  /** Contains no secrets. */
  readonly config: SourceConfig;
  /** Inline values by property, each of which becomes a secret. */
  readonly inline: Readonly<Record<string, string>>;
  /** A reference to a stored secret, and the property it fills. */
  readonly stored: { readonly property: string; readonly reference: SecretReference } | null;
}

/** 400 for an invalid request; no message contains a value of the config. */
export async function readSource(
  services: HasMetadata,
  workspaceId: string,
  { source_type, config, secret_id, secret_name }: CreateConnectionRequest,
): Promise<ConnectionSource> {
  const reference = readReference(secret_id ?? null, secret_name ?? null);
  if (source_type === 'managed') return readManaged(config, reference);
  const type = findSourceType(source_type);
  if (!type) {
    throw badRequest(
      `Source type ${printable(source_type)} is not offered by this version; use ${offeredNames}`,
    );
  }
  const property = type.secretProperty;
  if (reference !== null && property === null) {
    throw badRequest(`A connection of source type '${type.name}' takes no secret; leave it out`);
  }
  const stored = reference === null || property === null ? null : { property, reference };
  const { clear, secrets } = readValues(type, config, stored?.property ?? null);
  if (
    stored !== null &&
    !(await findReferenced(services.metadata.db, workspaceId, stored.reference))
  ) {
    const { reference: asked } = stored;
    throw badRequest(
      'name' in asked
        ? `Secret ${printable(asked.name)} not found`
        : `Secret with ID ${printable(asked.id)} not found`,
    );
  }
  return { type, config: clear, inline: secrets, stored };
}

function readReference(id: string | null, name: string | null): SecretReference | null {
  if (id !== null && name !== null) {
    throw badRequest('Cannot specify both secret_name and secret_id; use one or the other');
  }
  if (id !== null) return { id };
  return name === null ? null : { name: name.toLowerCase() };
}

function readManaged(
  config: Readonly<Record<string, unknown>>,
  reference: SecretReference | null,
): ConnectionSource {
  if (reference !== null) {
    throw badRequest(
      "A connection of source type 'managed' takes no secret; leave 'secret_name' and 'secret_id' out",
    );
  }
  const [key] = Object.keys(config);
  if (key !== undefined) {
    throw badRequest(
      `Invalid source configuration: 'managed' takes none, and ${printable(key)} was given; send {}`,
    );
  }
  return { type: null, config: {}, inline: {}, stored: null };
}

function readValues(
  type: SourceType,
  config: Readonly<Record<string, unknown>>,
  given: string | null,
) {
  try {
    const read = readConfig(type, config, given === null ? [] : [given]);
    if (given !== null && given in read.secrets) {
      throw badRequest(`'${given}' is given inline and by a stored secret; use one or the other`);
    }
    return read;
  } catch (error) {
    if (error instanceof SourceError)
      throw badRequest(`Invalid source configuration: ${error.message}`);
    throw error;
  }
}
