import type { Static, TSchema } from 'typebox';
import { numberType } from './json-types.ts';
import {
  count,
  listOf,
  oneOf,
  optional,
  optionalNull,
  responseBody,
  text,
  unionOf,
} from './shapes.ts';

/** The `type` of a profile detail names the shape; clients choose by `type`. */
const profileDetail = <K extends string, P extends Record<string, TSchema>>(
  title: string,
  kind: K,
  properties: P,
) => responseBody(title, { type: oneOf([kind]), ...properties });

export const CategoryValueInfo = responseBody('CategoryValueInfo', {
  value: optionalNull(text()),
  count: count(),
});
export type CategoryValueInfo = Static<typeof CategoryValueInfo>;

export const CategoricalProfileDetail = profileDetail('CategoricalProfileDetail', 'categorical', {
  values: listOf(CategoryValueInfo),
});
export const TextProfileDetail = profileDetail('TextProfileDetail', 'text', {
  min_length: count(),
  max_length: count(),
  avg_length: numberType(),
});
export const ProfileQuantiles = responseBody('ProfileQuantiles', {
  p5: numberType(),
  p25: numberType(),
  p50: numberType(),
  p75: numberType(),
  p95: numberType(),
});
export const NumericProfileDetail = profileDetail('NumericProfileDetail', 'numeric', {
  min: text(),
  max: text(),
  mean: numberType(),
  quantiles: optional(ProfileQuantiles),
});
export const TemporalProfileDetail = profileDetail('TemporalProfileDetail', 'temporal', {
  min: text(),
  max: text(),
});
export const BooleanProfileDetail = profileDetail('BooleanProfileDetail', 'boolean', {
  true_count: count(),
  false_count: count(),
});

export const ColumnProfileDetail = unionOf('ColumnProfileDetail', [
  CategoricalProfileDetail,
  TextProfileDetail,
  NumericProfileDetail,
  TemporalProfileDetail,
  BooleanProfileDetail,
]);
export type ColumnProfileDetail = Static<typeof ColumnProfileDetail>;

export const ColumnProfileInfo = responseBody('ColumnProfileInfo', {
  name: text(),
  data_type: text(),
  arrow_type: optional(text()),
  null_count: count(),
  null_percentage: numberType(),
  cardinality: count(),
  estimates: optional(
    listOf(oneOf(['cardinality', 'quantiles']), {
      description: 'What of this column is an estimate, as in tables of over a million rows',
    }),
  ),
  profile: optionalNull(ColumnProfileDetail),
});
export type ColumnProfileInfo = Static<typeof ColumnProfileInfo>;

export const TableProfileResponse = responseBody('TableProfileResponse', {
  connection: text(),
  schema: text(),
  table: text(),
  row_count: count(),
  synced_at: optionalNull(text('RFC 3339')),
  columns: listOf(ColumnProfileInfo),
});
export type TableProfileResponse = Static<typeof TableProfileResponse>;
