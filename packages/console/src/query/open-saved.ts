import type { Client } from '@quern/client';
import type { EditorTabs } from './tabs.ts';

/** Brings a saved query to the front, in its tab or a new tab. */
export async function openSaved(client: Client, tabs: EditorTabs, id: string): Promise<void> {
  const known = tabs.open.find(({ saved }) => saved?.id === id);
  if (known) return tabs.bringToFront(known.id);
  const { name, sql, latest_version: version } = await client.savedQueries.get({ id });
  const databaseId = tabs.front?.databaseId ?? null;
  tabs.add({ title: name, sql, databaseId, saved: { id, version, sql } });
}
