/**
 * The longest vector that providers and indexes support;
 * docs/contract/embedding-providers.md#limits.
 */
export const maxDimensions = 16_384;
