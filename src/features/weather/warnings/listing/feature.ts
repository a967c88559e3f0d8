import { alertState, nextStateChange } from '../../../../domain/alert-state.ts'
import { spokenIn } from '../../../../domain/alert-text.ts'
import { classifyOfficial, kindOf, markOf } from '../../../../domain/hazards/index.ts'
import { creditOf } from '../../place-weather/index.ts'
import { alertOf } from '../alert-of.ts'
import { allowsRepublishing, countryOf, type WarningFeed } from '../feed.ts'
import { capPath } from './cap-document.ts'
import type { ListedArea, ListedRow } from './listing-store.ts'
import { geometryOf, type Outline } from './outlines.ts'
import type { WarningFeature } from './schemas.ts'

interface ListedWarning {
  readonly row: ListedRow
  readonly areas: readonly ListedArea[]
  readonly feed: WarningFeed
}

/** A warning as GeoJSON, its `event` in the reader's language if the issuer writes it, and when its state changes next (epoch milliseconds). */
export function featureOf(
  { row, areas, feed }: ListedWarning,
  outlines: ReadonlyMap<number, Outline>,
  lang: string,
  now: number,
): { readonly feature: WarningFeature; readonly changesAt: number } {
  const { message, part, simulated } = row
  const { id: source, attribution } = feed
  const id = `${source}-${row.id}`
  const places = message.areas.map((_area, index) => index)
  const draft = alertOf({ message, state: row.state, stateAt: row.state_at.getTime() }, source, places)
  const alert = spokenIn(draft, lang)
  const found = areas.flatMap(({ shape }) => (shape === null ? [] : (outlines.get(shape) ?? [])))
  const unlocated = new Set(areas.flatMap(({ shape, position }) => (shape === null ? position : [])))
  const isOwn = places.every((index) => unlocated.has(index) || message.areas[index]?.shape !== null)
  const properties: WarningFeature['properties'] = {
    id,
    event: alert.event,
    language: alert.language ?? null,
    kind: kindOf(classifyOfficial(alert)),
    start: alert.start,
    end: alert.end,
    expires: alert.expires ?? null,
    sent: message.sent,
    state: alertState(alert, now) === 'upcoming' ? 'upcoming' : 'active',
    severity: alert.severity,
    severitySource: alert.severitySource,
    ...markOf(alert),
    level: alert.level ?? null,
    urgency: alert.urgency,
    certainty: alert.certainty,
    senderName: alert.senderName,
    areas: [...alert.areas],
    outlines: found.length === 0 ? null : isOwn ? 'issuer' : 'register',
    unlocatedAreas: [...unlocated].flatMap((index) => message.areas[index]?.name ?? []),
    texts: (alert.texts ?? []).map((text) => ({ ...text, areas: [...text.areas] })),
    source,
    country: countryOf(feed, part),
    cap: allowsRepublishing(attribution.license) ? capPath(id) : null,
    attribution: creditOf(attribution, simulated),
  }
  return { feature: { type: 'Feature', id, geometry: geometryOf(found), properties }, changesAt: nextStateChange(alert, now) }
}
