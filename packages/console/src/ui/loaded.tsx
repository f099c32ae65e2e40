import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Problem } from './problem.tsx';
import { Skeleton } from './skeleton.tsx';

/** The three ends of a question to the service: not yet, refused, answered. */
export function Loaded<T>({
  query,
  lines,
  children,
}: {
  readonly query: UseQueryResult<T>;
  readonly lines?: number;
  readonly children: (value: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <Problem error={query.error} retry={() => void query.refetch()} />;
  return <Skeleton lines={lines ?? 3} />;
}
