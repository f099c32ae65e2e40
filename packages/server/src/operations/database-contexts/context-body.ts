import type { DatabaseContextEntry } from '@quern/contract';
import { toTimestamp } from '../../kernel/clock.ts';
import type { ContextRow } from '../../metadata/context-store.ts';

export function toContext({ name, content, updated_at }: ContextRow): DatabaseContextEntry {
  return { name, content, updated_at: toTimestamp(updated_at) };
}
