import type { HostRules } from '../sources/host-rules.ts';

export interface OriginsOptions {
  /** Origins such as `https://api.openai.com`. */
  readonly named: readonly string[];
  /** What holds for connections to sources, too. */
  readonly rules: HostRules;
}

/**
 * Where embedding providers of users may be asked: at origins that the operator named, and wherever
 * connections to sources may lead.
 */
export class EmbeddingOrigins {
  readonly #named: ReadonlySet<string>;
  readonly #rules: HostRules;

  constructor({ named, rules }: OriginsOptions) {
    this.#named = new Set(named);
    this.#rules = rules;
  }

  /** Whether the operator named the origin itself: stored secrets go to such alone. */
  isNamed(origin: string): boolean {
    return this.#named.has(origin);
  }

  /**
   * Which addresses the host of a URL may have. A named origin needs no second approval as a
   * source, and may be on this machine; what is denied, the service's own servers and addresses
   * that are never allowed stay out of reach.
   */
  rulesFor(url: string): HostRules {
    return this.isNamed(new URL(url).origin)
      ? { ...this.#rules, allow: [], loopbackOpen: true }
      : this.#rules;
  }

  /**
   * The same for a request that carries a user's key. Plain `http` shows the key to the network, so
   * it stays on this machine or goes to a host that the operator named.
   */
  rulesForKey(url: string): HostRules {
    const { origin, protocol } = new URL(url);
    const rules = this.rulesFor(url);
    return protocol === 'http:' && !this.isNamed(origin) ? { ...rules, namedOnly: true } : rules;
  }
}

export interface HasEmbeddingOrigins {
  readonly embeddingOrigins: EmbeddingOrigins;
}
