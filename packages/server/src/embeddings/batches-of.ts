export interface BatchBounds {
  readonly count: number;
  readonly characters: number;
}

/**
 * Consecutive batches with limits on items and characters; an item above the limit is a batch by
 * itself.
 */
export function batchesOf<Item>(
  items: readonly Item[],
  lengthOf: (item: Item) => number,
  bounds: BatchBounds,
): Item[][] {
  const batches: Item[][] = [];
  let batch: Item[] = [];
  let characters = 0;
  for (const item of items) {
    const length = lengthOf(item);
    const isFull = batch.length === bounds.count || characters + length > bounds.characters;
    if (batch.length > 0 && isFull) {
      batches.push(batch);
      batch = [];
      characters = 0;
    }
    batch.push(item);
    characters += length;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
