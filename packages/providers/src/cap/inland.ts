import type { Cell } from '@isobar/weather'
import inland from './inland.json' with { type: 'json' }

/** For each row, the columns where land begins and ends; and the cells of coastal towns. */
interface Land {
  readonly first: number
  readonly rows: readonly (readonly number[])[]
  readonly towns: ReadonlySet<number>
}

const { step } = inland
const COUNTRIES: Readonly<Record<string, { readonly first: number; readonly rows: readonly string[]; readonly towns: string }>> =
  inland.countries
const lands = new Map<string, Land>()

/**
 * Whether the cell is certainly on land of the country (ISO 3166): eleven kilometres from its borders, and neither at sea nor on a large
 * lake. At the coast, only the cells of towns count. False for countries that are not drawn (`npm run inland`): those whose borders are
 * disputed, and those outside of Europe and Canada.
 */
export function isInland(country: string, { id, lat, lon }: Pick<Cell, 'id' | 'lat' | 'lon'>): boolean {
  const land = lands.get(country) ?? read(country)
  if (land === null) return false
  const row = land.rows[Math.floor((lat + 90) / step + ROUNDING) - land.first] ?? []
  const column = Math.floor((lon + 180) / step + ROUNDING)
  return row.findLastIndex((turn) => turn <= column) % 2 === 0 || land.towns.has(id)
}

/** Cells of two decimals lie on the lines between boxes, so a tolerance is needed. */
const ROUNDING = 1e-6

function read(country: string): Land | null {
  const packed = COUNTRIES[country]
  if (packed === undefined) return null
  const land = { first: packed.first, rows: packed.rows.map(added), towns: new Set(added(packed.towns)) }
  lands.set(country, land)
  return land
}

/** Decodes numbers in base 36, each of which is the difference from the previous one. */
function added(text: string): number[] {
  let sum = 0
  return text === '' ? [] : text.split(' ').map((part) => (sum += Number.parseInt(part, 36)))
}
