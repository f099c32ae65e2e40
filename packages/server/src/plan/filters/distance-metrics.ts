/** Names of distances in index definitions. */
export type DistanceMetric = 'l2' | 'cosine' | 'dot';

/** Distance functions and operators with smaller values for nearer vectors, by distance. */
export const distanceMetrics: ReadonlyMap<string, DistanceMetric> = new Map([
  ...['l2_distance', 'list_distance', 'array_distance', '<->'].map((name) => [name, 'l2'] as const),
  ...['cosine_distance', 'list_cosine_distance', 'array_cosine_distance', '<=>'].map(
    (name) => [name, 'cosine'] as const,
  ),
  ...[
    'negative_dot_product',
    'list_negative_inner_product',
    'list_negative_dot_product',
    'array_negative_inner_product',
    'array_negative_dot_product',
    '<#>',
  ].map((name) => [name, 'dot'] as const),
]);
