import type { ErrorShape } from './render-error.ts';

/** The methods and the operation of a path. */
export interface Resource {
  /** Methods in upper case. */
  readonly methods: Set<string>;
  errorShape: ErrorShape;
}

interface Branch {
  readonly fixed: Map<string, Branch>;
  parameter: Branch | null;
  /** A `*` as the last segment. */
  rest: Resource | null;
  resource: Resource | null;
}

const newBranch = (): Branch => ({ fixed: new Map(), parameter: null, rest: null, resource: null });

/**
 * The paths of the service with their methods. The router finds a route by method and path
 * together, so it takes DELETE /v1/databases/count for the deletion of a database named `count`.
 * This table finds a path without the method, as in OpenAPI: a fixed segment goes before a
 * parameter.
 */
export class MethodTable {
  readonly #root = newBranch();

  /** `path` in the router's form: `:name` is a parameter, `*` at the end is any rest. */
  add(method: string, path: string): Resource {
    const segments = segmentsOf(path);
    const isRest = segments.at(-1) === '*';
    const branch = (isRest ? segments.slice(0, -1) : segments).reduce(nextBranch, this.#root);
    const kind = isRest ? 'rest' : 'resource';
    branch[kind] ??= newResource();
    return withMethod(method, branch[kind]);
  }

  /** The resource at the path of a request target, or null. */
  find(target: string): Resource | null {
    const segments = segmentsOf(target.split(/[?#]/, 1)[0] ?? '').map(decoded);
    return findIn(this.#root, segments, 0);
  }
}

function newResource(): Resource {
  return { methods: new Set(), errorShape: 'api' };
}

function withMethod(method: string, resource: Resource): Resource {
  resource.methods.add(method);
  return resource;
}

function nextBranch(branch: Branch, segment: string): Branch {
  if (segment.startsWith(':')) {
    branch.parameter ??= newBranch();
    return branch.parameter;
  }
  const next = branch.fixed.get(segment) ?? newBranch();
  branch.fixed.set(segment, next);
  return next;
}

function findIn(branch: Branch, segments: readonly string[], at: number): Resource | null {
  const segment = segments[at];
  if (segment === undefined) return branch.resource;
  const fixed = branch.fixed.get(segment);
  const found = fixed && findIn(fixed, segments, at + 1);
  if (found) return found;
  const byParameter =
    branch.parameter && segment !== '' ? findIn(branch.parameter, segments, at + 1) : null;
  return byParameter ?? branch.rest;
}

function segmentsOf(path: string): string[] {
  return path.replace(/^\//, '').split('/');
}

function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
