import type { RouteOptions } from 'fastify'

interface KnownPath {
  /** Made for the first unknown path, so that a start does not pay for it. */
  pattern?: RegExp
  readonly methods: Set<string>
  /** The methods of public reads. */
  readonly crossOrigin: Set<string>
}

/** The methods that each path supports, collected as routes are added. Only consulted when a request matches no route. */
export type AllowedMethods = ReturnType<typeof createAllowedMethods>

/** An empty collection; feed it every route. */
export function createAllowedMethods() {
  const paths = new Map<string, KnownPath>()
  return {
    add({ method, url, config }: Pick<RouteOptions, 'method' | 'url' | 'config'>): void {
      const known: KnownPath = paths.get(url) ?? { methods: new Set<string>(), crossOrigin: new Set<string>() }
      for (const each of [method].flat()) {
        known.methods.add(each.toUpperCase())
        if (config?.crossOrigin === true) known.crossOrigin.add(each.toUpperCase())
      }
      paths.set(url, known)
    },
    /** The methods of a path (without query), sorted; empty for an unknown path. */
    of(path: string): { readonly methods: readonly string[]; readonly crossOrigin: readonly string[] } {
      const found = [...paths].filter(([url, known]) => (known.pattern ??= patternOf(url)).test(path)).map(([, known]) => known)
      return {
        methods: [...new Set(found.flatMap(({ methods }) => [...methods]))].toSorted(),
        crossOrigin: [...new Set(found.flatMap(({ crossOrigin }) => [...crossOrigin]))].toSorted(),
      }
    },
  }
}

/** A route's path as a regular expression: a parameter matches anything within its segment, `*` anything at all. */
function patternOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((segment) => (segment.includes(':') ? '[^/]+' : segment.split('*').map(RegExp.escape).join('.*')))
    .join('/')
  return new RegExp(`^${source}$`)
}
