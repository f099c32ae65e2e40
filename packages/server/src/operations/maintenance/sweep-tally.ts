/** What the sweeps of this process have done since it started. */
export class SweepTally {
  readonly #runs = new Map<string, number>();
  readonly #removed = new Map<string, number>();

  add(sweep: string, removed: number): void {
    this.#runs.set(sweep, (this.#runs.get(sweep) ?? 0) + 1);
    this.#removed.set(sweep, (this.#removed.get(sweep) ?? 0) + removed);
  }

  /** By sweep: how often it ran to its end. */
  runs(): ReadonlyMap<string, number> {
    return this.#runs;
  }

  /** By sweep: how many things it removed or ended. */
  removed(): ReadonlyMap<string, number> {
    return this.#removed;
  }
}
