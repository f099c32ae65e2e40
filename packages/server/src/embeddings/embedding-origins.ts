import type { HostRules } from '../sources/host-rules.ts';

export interface OriginsOptions {
  /** Origins such as `https://api.openai.com`. */
  readonly named: readonly string[];
  /** The rules for connections to sources apply too. */
  readonly rules: HostRules;
}

/**
 * Permitted origins of users' embedding providers: origins that the operator named, and the
 * permitted addresses of sources.
 */
export class EmbeddingOrigins {
  readonly #named: ReadonlySet<string>;
  readonly #rules: HostRules;

  constructor({ named, rules }: OriginsOptions) {
    this.#named = new Set(named);
    this.#rules = rules;
  }

  /** True if the operator named the origin: stored secrets go only to named origins. */
  isNamed(origin: string): boolean {
    return this.#named.has(origin);
  }

  /**
   * Permitted addresses for the host of a URL. A named origin needs no second approval as a source,
   * and may be on this machine. Denied addresses, the service's own servers and never-allowed
   * addresses stay blocked.
   */
  rulesFor(url: string): HostRules {
    return this.isNamed(new URL(url).origin)
      ? { ...this.#rules, allow: [], loopbackOpen: true }
      : this.#rules;
  }

  /**
   * The rules for a request with a user's key. Plain `http` shows the key to the network, so the
   * request stays on this machine or goes to a host that the operator named.
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
