import { describe, expect, test } from 'vitest';
import {
  bindingSentence,
  decideBinding,
  type MetadataSide,
  type StoreSide,
} from './decide-binding.ts';

const own = { identity: 'ours', mark: 5 };
const stores: Readonly<Record<string, StoreSide>> = {
  'an empty store': { mark: null, hasObjects: false },
  'a store with objects': { mark: null, hasObjects: true },
  'our store, empty': { mark: own, hasObjects: false },
  'our store': { mark: own, hasObjects: true },
  'our store, later': { mark: { ...own, mark: 6 }, hasObjects: true },
  "another's store, empty": { mark: { identity: 'theirs', mark: 1 }, hasObjects: false },
  "another's store": { mark: { identity: 'theirs', mark: 9 }, hasObjects: true },
};

const outcomes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'new metadata': {
    'an empty store': 'bind',
    'a store with objects': 'new metadata, full store',
    'our store, empty': 'bind',
    'our store': 'bind',
    'our store, later': 'restored',
    "another's store, empty": 'new metadata, bound store',
    "another's store": 'new metadata, bound store',
  },
  'metadata of an earlier version, its objects found': {
    'an empty store': 'bind',
    'a store with objects': 'bind',
    'our store, empty': 'bind',
    'our store': 'bind',
    'our store, later': 'restored',
    "another's store, empty": 'older metadata, bound store',
    "another's store": 'older metadata, bound store',
  },
  'metadata of an earlier version, its objects not found': {
    'an empty store': 'empty store',
    'a store with objects': 'store without its objects',
    'our store, empty': 'bind',
    'our store': 'bind',
    'our store, later': 'restored',
    "another's store, empty": 'older metadata, bound store',
    "another's store": 'older metadata, bound store',
  },
  'bound metadata': {
    'an empty store': 'empty store',
    'a store with objects': 'store without its mark',
    'our store, empty': 'continue',
    'our store': 'continue',
    'our store, later': 'restored',
    "another's store, empty": 'another store',
    "another's store": 'another store',
  },
};

const names: Readonly<Record<string, MetadataSide['names'][]>> = {
  'new metadata': ['nothing'],
  'metadata of an earlier version, its objects found': ['present'],
  'metadata of an earlier version, its objects not found': ['absent'],
  'bound metadata': ['nothing', 'present', 'absent'],
};

describe.each(Object.keys(outcomes))('%s', (side) => {
  test.each(Object.keys(stores))('and %s', (store) => {
    for (const named of names[side] ?? []) {
      const metadata = {
        identity: 'ours',
        isBound: side === 'bound metadata',
        mark: 5,
        names: named,
      };
      const decision = decideBinding(metadata, stores[store] as StoreSide);
      expect(decision.kind === 'refuse' ? decision.reason : decision.kind).toBe(
        outcomes[side]?.[store],
      );
      if (decision.kind === 'refuse') {
        expect(bindingSentence(decision.reason)).toMatch(
          /QUERN_METADATA_URL, QUERN_OBJECTS_URL.*'quern adopt'/,
        );
      }
    }
  });
});
