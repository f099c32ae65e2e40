/** What an object of a parsed tree has: the trees come as JSON, and nothing of them is trusted. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
