import type { EnginePool } from '../engine/host/engine-pool.ts';
import type { EngineTasks } from '../engine/tasks/engine-tasks.ts';
import { rememberedBytes } from '../finding/remembered-rows.ts';
import type { GaugeReading } from '../http/metrics.ts';
import type { Services } from './services.ts';

/** Prometheus gauges of the caches, which make processes grow with their work. */
export function cacheGauges(
  { lakes, reuse, queryPlans, remembered, ended }: Services,
  main: Pick<EnginePool<EngineTasks>, 'stats'>,
): GaugeReading[] {
  const row = (cache: string, value: number) => ({ labels: { cache }, value });
  return [
    {
      name: 'quern_cache_characters',
      help: 'Text that cached objects were read from; a character is two to four bytes',
      labels: ['cache'],
      read: () => [
        row('lake', lakes.heldCharacters),
        row('plans', queryPlans.heldCharacters),
        row('runs', ended.runs.heldCharacters),
        row('results', ended.results.heldCharacters),
      ],
    },
    {
      name: 'quern_cache_bytes',
      help: 'Bytes of answers that may be given again, of rows of the metadata, and of what workers keep of files',
      labels: ['cache'],
      read: () => {
        const { footerBytes, rangeBytes } = main.stats().keptOfFiles;
        return [
          row('answers', reuse.heldBytes),
          row('rows', rememberedBytes(remembered)),
          row('file_footers', footerBytes),
          row('file_ranges', rangeBytes),
        ];
      },
    },
  ];
}
