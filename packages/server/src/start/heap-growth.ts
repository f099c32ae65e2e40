import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/**
 * Above this size V8's own policy grows the heap: 300 MiB of which a tenth is replaced in turns
 * took 2.5 times the CPU with growth limited to half as much again.
 */
const largeHeapBytes = 256 * 2 ** 20;
const lookEveryMs = 1000;

/**
 * Lets a heap of the usual size grow, until the next collection, by as much as was in use after the
 * last; V8 lets a small heap grow fourfold. A cache entry or an answer that lives for a second is
 * old to V8 and stays until the next collection. The whole bench left 284 MiB more than an idle
 * process with threefold growth, as without a rule, and 158 with this rule. Growth by half is too
 * little: an upload of 105 MB took 70 to 230 ms of V8's own threads, and takes 60 to 120. The rule
 * costs `SELECT 1` a twelfth of its CPU.
 *
 * Must be called once everything is loaded: after a change of flags, Node compiles its modules
 * anew, and 24 modules took 46 ms of CPU instead of 19.
 */
export function keepHeapSmall(largeBytes = largeHeapBytes): void {
  let isSmall: boolean | undefined;
  const look = () => {
    const wasSmall = isSmall;
    isSmall = getHeapStatistics().used_heap_size < largeBytes;
    // None is V8's own measure.
    if (isSmall !== wasSmall) setFlagsFromString(`--heap-growing-percent=${isSmall ? 100 : 0}`);
  };
  look();
  setInterval(look, lookEveryMs).unref();
}
