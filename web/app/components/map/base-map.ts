/** Land and borders, generated from Natural Earth by `tools/base-map`. */
export interface BaseMap {
  /** Width of the world in the paths' units. */
  readonly size: number
  readonly land: Path2D
  readonly borders: Path2D
}

const loading = new Map<string, Promise<BaseMap>>()

/** Loaded once per page for all maps; the fine one is for close views. */
export function loadBaseMap(detail: 'coarse' | 'fine'): Promise<BaseMap> {
  const path = detail === 'fine' ? '/base-map-fine.json' : '/base-map.json'
  const known = loading.get(path)
  if (known !== undefined) return known
  const map = load(path)
  loading.set(path, map)
  map.catch(() => loading.delete(path))
  return map
}

async function load(path: string): Promise<BaseMap> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`The base map answered ${response.status}`)
  const { size, land, borders } = (await response.json()) as { size: number; land: string; borders: string }
  return { size, land: new Path2D(land), borders: new Path2D(borders) }
}
