/** The metadata's facts about its store. */
export interface MetadataSide {
  readonly identity: string;
  /** The store was once seen with the identity. */
  readonly isBound: boolean;
  readonly mark: number;
  /**
   * The metadata names no objects, or some named object is present, or every sampled object is
   * absent.
   */
  readonly names: 'nothing' | 'present' | 'absent';
}

/** The store's facts about its metadata. */
export interface StoreSide {
  readonly mark: { readonly identity: string; readonly mark: number } | null;
  /** The store contains any object of a service except the mark. */
  readonly hasObjects: boolean;
}

export type RefusedBinding =
  | 'another store'
  | 'new metadata, bound store'
  | 'older metadata, bound store'
  | 'new metadata, full store'
  | 'store without its objects'
  | 'store without its mark'
  | 'empty store';

export type BindingDecision =
  | { readonly kind: 'continue' }
  | { readonly kind: 'bind' }
  /** The store has seen a later state of the metadata. */
  | { readonly kind: 'restored' }
  | { readonly kind: 'refuse'; readonly reason: RefusedBinding };

const refuse = (reason: RefusedBinding): BindingDecision => ({ kind: 'refuse', reason });

/**
 * Decides whether a service may work with the metadata and the store. The decision is total. Inputs
 * include a wrong setting, a lost file, a missing mount and an upgrade from a version without
 * identities. Where nothing shows that the two belong together, a person has to decide.
 */
export function decideBinding(metadata: MetadataSide, store: StoreSide): BindingDecision {
  if (store.mark !== null) return decideMarked(metadata, store.mark);
  if (metadata.isBound) return refuse(store.hasObjects ? 'store without its mark' : 'empty store');
  switch (metadata.names) {
    case 'present':
      return { kind: 'bind' };
    case 'absent':
      return refuse(store.hasObjects ? 'store without its objects' : 'empty store');
    case 'nothing':
      return store.hasObjects ? refuse('new metadata, full store') : { kind: 'bind' };
  }
}

function decideMarked(
  metadata: MetadataSide,
  mark: NonNullable<StoreSide['mark']>,
): BindingDecision {
  if (mark.identity === metadata.identity) {
    if (mark.mark > metadata.mark) return { kind: 'restored' };
    return metadata.isBound ? { kind: 'continue' } : { kind: 'bind' };
  }
  if (metadata.isBound) return refuse('another store');
  return refuse(
    metadata.names === 'nothing' ? 'new metadata, bound store' : 'older metadata, bound store',
  );
}

const goOn =
  "Nothing was changed. Look at QUERN_METADATA_URL, QUERN_OBJECTS_URL and QUERN_DATA_DIR; if the two do belong together, say so with 'quern adopt' and the same settings";

const sentences: Readonly<Record<RefusedBinding, string>> = {
  'another store': 'the object store belongs to another metadata database than this one',
  'new metadata, bound store':
    'the metadata database is new, and the object store belongs to another one: to serve it would be to collect all of its objects as nobody’s',
  'older metadata, bound store':
    'the object store belongs to a metadata database, and nothing shows that it is this one (a backup from before the two were bound does not)',
  'new metadata, full store':
    'the metadata database names no object, and the object store has some: to serve it would be to collect them as nobody’s',
  'store without its objects':
    'the object store has objects, but none of those that the metadata database names were found in it',
  'store without its mark':
    "the object store has objects, but not the mark ('quern-store.json') that the service left in it",
  'empty store':
    'the object store is empty, and the metadata database has worked with one that was not; a mount may be missing',
};

export function bindingSentence(reason: RefusedBinding): string {
  return `${sentences[reason]}. ${goOn}`;
}
