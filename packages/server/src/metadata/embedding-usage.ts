import type { MetadataHandle } from './open-metadata.ts';
import type { UsageSpan } from './usage-store.ts';

const minuteMs = 60_000;

export interface EmbeddingSums {
  readonly texts: number;
  /** As the providers counted. */
  readonly tokens: number;
}

/** Adds what a provider was asked at `now`. */
export async function noteEmbedded(
  db: MetadataHandle,
  workspaceId: string,
  { texts, tokens }: EmbeddingSums,
  now: number,
): Promise<void> {
  await db
    .insertInto('embedding_usage')
    .values({
      workspace_id: workspaceId,
      minute: now - (now % minuteMs),
      text_count: texts,
      token_count: tokens,
    })
    .onConflict((on) =>
      on.columns(['workspace_id', 'minute']).doUpdateSet((eb) => ({
        text_count: eb('embedding_usage.text_count', '+', eb.ref('excluded.text_count')),
        token_count: eb('embedding_usage.token_count', '+', eb.ref('excluded.token_count')),
      })),
    )
    .execute();
}

/** Kept by the minute: of the minute in which the span begins all count. */
export async function countEmbedded(
  db: MetadataHandle,
  workspaceId: string,
  { from, until }: UsageSpan,
): Promise<EmbeddingSums> {
  let minutes = db
    .selectFrom('embedding_usage')
    .where('workspace_id', '=', workspaceId)
    .where('minute', '>', from - minuteMs);
  if (until !== null) minutes = minutes.where('minute', '<', until);
  const row = await minutes
    .select((eb) => [eb.fn.sum<number | null>('text_count').as('texts')])
    .select((eb) => [eb.fn.sum<number | null>('token_count').as('tokens')])
    .executeTakeFirstOrThrow();
  return { texts: Number(row.texts ?? 0), tokens: Number(row.tokens ?? 0) };
}
