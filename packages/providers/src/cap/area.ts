import { hash } from 'node:crypto'
import type { WarningArea } from '@isobar/weather'
import type { CapArea, CapInfo } from './message.ts'

const METRES_PER_FOOT = 0.3048
/** A hand-drawn threat area, which Canada sends in addition to the outlines of the zones that it touches. */
const THREAT = /^layer:EC-MSC-SMC:(?:[\d.]+:)?DLC\b/

/** Identifies an area independently of the language of its name: by its codes, or else its shape, or else its name; and by its heights. */
export function identifyArea({ name, polygons, circles, codes, height }: WarningArea): string {
  const identity =
    codes.length > 0
      ? codes.map(({ scheme, code }) => `${scheme}=${code}`).toSorted()
      : isShaped({ polygons, circles })
        ? [polygons, circles]
        : name
  return hash('sha256', JSON.stringify(height === undefined ? identity : [identity, height]), 'base64url').slice(0, 10)
}

/** Whether it has more than a name: codes or a shape. */
export function isLocated({ polygons, circles, codes }: Pick<WarningArea, 'polygons' | 'circles' | 'codes'>): boolean {
  return codes.length > 0 || isShaped({ polygons, circles })
}

function isShaped({ polygons, circles }: Pick<WarningArea, 'polygons' | 'circles'>): boolean {
  return polygons.length + circles.length > 0
}

/** The areas of one warning in several languages: those of the first language, and any that only other languages locate. Each once. */
export function listWarningAreas(infos: readonly CapInfo[]): WarningArea[] {
  const [first, ...others] = infos
  const sent = [...(first?.areas ?? []), ...others.flatMap(({ areas }) => areas.filter(isLocated))].map(toArea)
  const threats = sent.filter(({ codes }) => codes.some(({ scheme }) => THREAT.test(scheme)))
  const counted = threats.length > 0 ? threats : sent
  const byId = new Map<string, WarningArea>()
  for (const area of counted) {
    const id = identifyArea(area)
    if (!byId.has(id)) byId.set(id, area)
  }
  return [...byId.values()]
}

/** The names of `areas` in the language of `info`, which may list them in another order; null if the names are the same. */
export function findAreaNames(info: CapInfo, areas: readonly WarningArea[]): readonly string[] | null {
  const byId = new Map(info.areas.map((area) => [identifyArea(toArea(area)), area.name]))
  const isParallel = info.areas.length === areas.length
  const names = areas.map(
    (area, index) => byId.get(identifyArea(area)) ?? (isParallel && !isLocated(area) ? info.areas[index]?.name : null) ?? area.name,
  )
  return names.some((name, index) => name !== areas[index]?.name) ? names : null
}

/** The area in the form of a feed: heights in metres, omitted if there is no limit. */
export function toArea({ name, polygons, circles, codes, altitudeFeet, ceilingFeet }: CapArea): WarningArea {
  const from = altitudeFeet !== null && altitudeFeet > 0 ? altitudeFeet : 0
  const to = ceilingFeet !== null && ceilingFeet > from ? ceilingFeet : null
  const isLimited = from > 0 || to !== null
  return { name, polygons, circles, codes, ...(isLimited && { height: { from: metres(from), to: to === null ? null : metres(to) } }) }
}

function metres(feet: number): number {
  return Math.round(feet * METRES_PER_FOOT)
}
