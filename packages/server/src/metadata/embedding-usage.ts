import type { MetadataHandle } from './open-metadata.ts';
import { type ByDay, byDay, startOfDayOf } from './usage-store.ts';

const minuteMs = 60_000;

export interface EmbeddingSums {
  readonly texts: number;
  /** Tokens as counted by the providers. */
  readonly tokens: number;
}

/** Adds the requests to a provider at `now`. */
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

/** Usage since an instant. Rows are per minute, so the whole first minute counts. */
export async function countEmbedded(
  db: MetadataHandle,
  workspaceId: string,
  from: number,
): Promise<EmbeddingSums> {
  return toSums(await sumOfEmbedded(db, workspaceId, from).executeTakeFirstOrThrow());
}

/** Usage since an instant, by day. */
export async function embeddedByDay(
  db: MetadataHandle,
  workspaceId: string,
  from: number,
): Promise<ByDay<EmbeddingSums>> {
  const minutes = sumOfEmbedded(db, workspaceId, from).select(startOfDayOf('minute'));
  return byDay(await minutes.groupBy('day').execute(), toSums);
}

const toSums = ({ texts, tokens }: { texts: number | null; tokens: number | null }) => ({
  texts: Number(texts ?? 0),
  tokens: Number(tokens ?? 0),
});

const sumOfEmbedded = (db: MetadataHandle, workspaceId: string, from: number) =>
  db
    .selectFrom('embedding_usage')
    .select((eb) => [
      eb.fn.sum<number | null>('text_count').as('texts'),
      eb.fn.sum<number | null>('token_count').as('tokens'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('minute', '>', from - minuteMs);
