import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/**
 * Above it V8 grows the heap by its own measure: 300 MiB of which a tenth is replaced in turns took
 * 2.5 times the CPU where half as much again was all.
 */
const largeHeapBytes = 256 * 2 ** 20;
const lookEveryMs = 1000;

/**
 * Lets a heap of the usual size grow by as much as was in use after a collection until the next
 * one begins; V8 lets a small one grow fourfold. What a cache or an answer held for a second is old
 * to V8 and stays until then: the whole bench left 284 MiB more than an idle process with threefold
 * growth, as without a rule, and leaves 158 so. By half is too little: an upload of 105 MB took 70
 * to 230 ms of V8's own threads, and takes 60 to 120. It costs `SELECT 1` a twelfth of its CPU.
 *
 * To be called once all is loaded: with other flags than its own, Node compiles its modules anew,
 * and 24 of them took 46 ms of CPU in place of 19.
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
