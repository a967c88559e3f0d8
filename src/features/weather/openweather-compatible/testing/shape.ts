/** The types that occur at each path of a JSON value, as `hourly[].temp` → `number`. The elements of a list share their paths. */
export function describeJsonShape(value: unknown): ReadonlyMap<string, ReadonlySet<string>> {
  const shape = new Map<string, Set<string>>()
  function walk(node: unknown, path: string): void {
    const type = node === null ? 'null' : Array.isArray(node) ? 'list' : typeof node
    shape.set(path, (shape.get(path) ?? new Set()).add(type))
    if (Array.isArray(node)) for (const each of node) walk(each, `${path}[]`)
    else if (typeof node === 'object' && node !== null)
      for (const [key, each] of Object.entries(node)) walk(each, path === '' ? key : `${path}.${key}`)
  }
  walk(value, '')
  return shape
}

/** The paths that only one of two values has, and those whose types differ. */
export function compareJsonShapes(theirs: unknown, ours: unknown) {
  const [one, other] = [describeJsonShape(theirs), describeJsonShape(ours)]
  const common = [...one.keys()].filter((path) => other.has(path))
  return {
    missing: [...one.keys()].filter((path) => !other.has(path)),
    added: [...other.keys()].filter((path) => !one.has(path)),
    otherTypes: common.filter((path) => [...(other.get(path) ?? [])].some((type) => one.get(path)?.has(type) !== true)),
  }
}
