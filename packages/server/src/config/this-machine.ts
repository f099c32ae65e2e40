import { availableParallelism, totalmem } from 'node:os';
import type { Machine } from './setting.ts';

export function thisMachine(): Machine {
  return { cores: availableParallelism(), memoryBytes: totalmem() };
}
