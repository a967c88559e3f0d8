import { CELL_SCOPES, type CellScope, SCOPE_NAMES } from '@isobar/weather'
import type { Opened, Providers } from './providers.ts'

interface ReportLine {
  readonly at: 'info' | 'warn'
  readonly message: string
}

/** What the service can and cannot do with the providers in use, and how to get what is missing; for the operator at start. */
export function buildStartReport(providers: Providers): readonly ReportLine[] {
  const inUse = providers.list().flatMap(({ id }) => providers.find(id) ?? [])
  const left = providers.entries().flatMap(({ id }) => {
    const each = providers.find(id)
    const why = each?.refusal() ?? each?.missing() ?? null
    return each === undefined || why === null ? [] : [`${each.provider.attribution.name} is not used: ${why}`]
  })
  const unread = providers.warningFeeds.flatMap(({ id, attribution }) => {
    const why = providers.find(id)?.missing() ?? null
    return why === null ? [] : [`The warnings of ${attribution.name} are not read: ${why}`]
  })
  const agencies = [...providers.feeds, ...providers.warningFeeds].map(({ attribution }) => attribution.name)
  return [
    inUse.length === 0
      ? warn('There is no weather: no provider of WEATHER_PROVIDERS can be used. WEATHER_PROVIDERS=open-meteo needs no key')
      : info(`Weather, in this order: ${inUse.map(creditOf).join('; ')}`),
    ...left.map(warn),
    ...lacking(providers, inUse).map(info),
    ...radarLines(providers),
    info(agencies.length === 0 ? 'No official warnings are read (WARNING_FEEDS)' : `Official warnings: ${agencies.join(', ')}`),
    ...unread.map(warn),
  ]
}

function radarLines({ radar, find }: Providers): ReportLine[] {
  const opened = radar && find(radar.id)
  if (opened === undefined) return []
  const why = opened.refusal() ?? opened.missing()
  const { name } = opened.provider.attribution
  return [why === null ? info(`Radar of the map: ${creditOf(opened)}`) : warn(`The radar of ${name} is not shown: ${why}`)]
}

/** `Open-Meteo (CC BY 4.0; its free plan is for non-commercial use)` */
function creditOf({ provider, definition, environment }: Opened): string {
  const terms = definition.terms?.(environment) ?? null
  return `${provider.attribution.name} (${provider.attribution.license}${terms === null ? '' : `; ${terms}`})`
}

/** What no provider in use delivers, and which providers would. */
function lacking(providers: Providers, inUse: readonly Opened[]): string[] {
  const scopes = CELL_SCOPES.filter((scope) => !inUse.some((each) => delivers(each, scope))).map((scope) => {
    const able = providers.all.filter((each) => !inUse.includes(each) && delivers(each, scope))
    return `Not available: ${SCOPE_NAMES[scope]}${able.length === 0 ? '' : ` (can be had from ${ids(able)})`}`
  })
  const mappers = providers.all.filter(({ provider }) => provider.tiles !== undefined)
  const finders = providers.all.filter(({ provider }) => provider.geocode !== undefined)
  return [
    ...(inUse.length === 0 ? [] : scopes),
    ...(inUse.some((each) => mappers.includes(each)) ? [] : [`Not available: map overlays (can be had from ${ids(mappers)})`]),
    ...(inUse.some((each) => finders.includes(each))
      ? []
      : [`Places are found in the bundled list of towns only (others can be had from ${ids(finders)})`]),
  ]
}

const info = (message: string): ReportLine => ({ at: 'info', message })
const warn = (message: string): ReportLine => ({ at: 'warn', message })

const ids = (all: readonly Opened[]): string => all.map(({ provider }) => provider.id).join(', ')

function delivers({ provider }: Opened, scope: CellScope): boolean {
  const { groups = [], lacks = [] } = provider.weather ?? {}
  return groups.flat().includes(scope) && !lacks.includes(scope)
}
