/**
 * Longest vector that a provider may be asked for and that an index takes;
 * docs/contract/embedding-providers.md#limits.
 */
export const maxDimensions = 16_384;
