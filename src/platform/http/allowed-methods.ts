import type { RouteOptions } from 'fastify'

interface KnownPath {
  readonly pattern: RegExp
  readonly methods: Set<string>
}

/** The methods that each path answers to, collected as routes are added; asked only when a request found no route. */
export interface AllowedMethods {
  add(route: Pick<RouteOptions, 'method' | 'url'>): void
  /** Sorted methods of a path (without query), empty where nothing is. */
  of(path: string): string[]
}

export function createAllowedMethods(): AllowedMethods {
  const paths = new Map<string, KnownPath>()
  return {
    add({ method, url }) {
      const known = paths.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() }
      for (const each of [method].flat()) known.methods.add(each.toUpperCase())
      paths.set(url, known)
    },
    of(path) {
      const methods = new Set<string>()
      for (const known of paths.values()) {
        if (known.pattern.test(path)) for (const method of known.methods) methods.add(method)
      }
      return [...methods].toSorted()
    },
  }
}

/** A route's path as an expression: a parameter is anything within its segment, `*` anything at all. */
function patternOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((segment) => (segment.includes(':') ? '[^/]+' : segment.split('*').map(RegExp.escape).join('.*')))
    .join('/')
  return new RegExp(`^${source}$`)
}
