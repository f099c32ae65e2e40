import type { ComponentType } from 'react';
import { lazyPart } from '../ui/lazy-part.tsx';

export interface Page {
  /** First segment of the page's addresses. */
  readonly name: string;
  readonly label: string;
  /** Permission needed to see the page. */
  readonly permission: string;
  /** The path of a 20 by 20 icon, drawn with a stroke. */
  readonly icon: string;
  /** Reached by links alone. */
  readonly isHidden?: true;
  readonly Component: ComponentType;
}

const query = () => import('../query/query-page.tsx').then((module) => module.QueryPage);
const result = () => import('../results/result-page.tsx').then((module) => module.ResultPage);
const data = () => import('../data/browse-page.tsx').then((module) => module.BrowsePage);
const history = () => import('../history/history-page.tsx').then((module) => module.HistoryPage);
const jobs = () => import('../admin/jobs-page.tsx').then((module) => module.JobsPage);
const secrets = () => import('../admin/secrets-page.tsx').then((module) => module.SecretsPage);
const tokens = () => import('../admin/tokens-page.tsx').then((module) => module.TokensPage);
const providers = () =>
  import('../admin/providers-page.tsx').then((module) => module.ProvidersPage);
const usage = () => import('../admin/usage-page.tsx').then((module) => module.UsagePage);
const connections = () =>
  import('../connections/connections-page.tsx').then((module) => module.ConnectionsPage);

/** Pages in the order of the rail. */
export const pages: readonly Page[] = [
  page('query', 'Query', 'queries:run', 'M4 5l4 5-4 5M10 15h6', query),
  page(
    'data',
    'Data',
    'databases:read',
    'M4 5c0-3 12-3 12 0v10c0 3-12 3-12 0zM4 5c0 3 12 3 12 0M4 10c0 3 12 3 12 0',
    data,
  ),
  page(
    'history',
    'History',
    'query_runs:list',
    'M10 5v5l3 2M3.5 10a6.5 6.5 0 1 0 2-4.7L3.5 7M3.5 3.5V7H7',
    history,
  ),
  page(
    'connections',
    'Connections',
    'connections:read',
    'M8 12l4-4M7 9l-2 2a3 3 0 0 0 4 4l2-2M13 11l2-2a3 3 0 0 0-4-4L9 7',
    connections,
  ),
  page('secrets', 'Secrets', 'secrets:read', 'M5 9h10v7H5zM7 9V6a3 3 0 0 1 6 0v3', secrets),
  page(
    'embeddings',
    'Embeddings',
    'embedding_providers:read',
    'M4 14l4-8 4 8 4-8M3 16h14',
    providers,
  ),
  page('jobs', 'Jobs', 'jobs:list', 'M4 6h12M4 10h12M4 14h7', jobs),
  page(
    'tokens',
    'Tokens',
    'tokens:read',
    'M7.5 12.5a3 3 0 1 1 2-5l6.500 0v3h-2v2h-2v-2h-2a3 3 0 0 1-2.500 2z',
    tokens,
  ),
  page('usage', 'Usage', 'usage:read', 'M4 16V9M8 16V4M12 16v-5M16 16V7', usage),
  { ...page('results', 'Result', 'results:read', '', result), isHidden: true },
];

function page(
  name: string,
  label: string,
  permission: string,
  icon: string,
  load: () => Promise<ComponentType>,
): Page {
  return { name, label, permission, icon, Component: lazyPart(load, 6) };
}
