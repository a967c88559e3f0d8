/** Land and borders, drawn from Natural Earth by `tools/base-map`. */
export interface BaseMap {
  /** Units that the world is wide in the paths. */
  readonly size: number
  readonly land: Path2D
  readonly borders: Path2D
}

let loading: Promise<BaseMap> | undefined

/** Loaded once for all maps of a page. */
export function loadBaseMap(): Promise<BaseMap> {
  loading ??= load()
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

async function load(): Promise<BaseMap> {
  const response = await fetch('/base-map.json')
  if (!response.ok) throw new Error(`The base map answered ${response.status}`)
  const { size, land, borders } = (await response.json()) as { size: number; land: string; borders: string }
  return { size, land: new Path2D(land), borders: new Path2D(borders) }
}
