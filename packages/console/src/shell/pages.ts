import { type ComponentType, lazy } from 'react';

export interface Page {
  /** The first segment of its addresses. */
  readonly name: string;
  readonly label: string;
  /** Who lacks it is not shown the page. */
  readonly permission: string;
  /** The path of a 20 by 20 icon, drawn with a stroke. */
  readonly icon: string;
  /** Reached by links alone. */
  readonly isHidden?: true;
  readonly Component: ComponentType;
}

export const pages: readonly Page[] = [
  {
    name: 'query',
    label: 'Query',
    permission: 'queries:run',
    icon: 'M4 5l4 5-4 5M10 15h6',
    Component: lazy(() => import('../query/query-page.tsx').then(({ QueryPage }) => ({ default: QueryPage }))),
  },
  {
    name: 'results',
    label: 'Result',
    permission: 'results:read',
    icon: '',
    isHidden: true,
    Component: lazy(() => import('../results/result-page.tsx').then(({ ResultPage }) => ({ default: ResultPage }))),
  },
];
