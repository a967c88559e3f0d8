import { chooseAlertMark, classifyOfficial, getAlertKind, getAlertState, getNextAlertChange, localiseAlert } from '@isobar/weather'
import tzLookup from '@photostructure/tz-lookup'
import { markSimulatedCredit } from '../../place-weather/index.ts'
import { toAlertDraft } from '../alert-of.ts'
import { canRepublishWarnings, findPartCountry, type WarningFeed } from '../feed.ts'
import { buildCapPath } from './cap-document.ts'
import type { ListedArea, ListedRow } from './listing-store.ts'
import { buildWarningGeometry, type Outline } from './outlines.ts'
import type { WarningFeature } from './schemas.ts'

interface ListedWarning {
  readonly row: ListedRow
  readonly areas: readonly ListedArea[]
  readonly feed: WarningFeed
}

/** A warning as GeoJSON, its `event` in the reader's language if the issuer writes it, and when its state changes next (epoch milliseconds). */
export function buildWarningFeature(
  { row, areas, feed }: ListedWarning,
  outlines: ReadonlyMap<number, Outline>,
  lang: string,
  now: number,
): { readonly feature: WarningFeature; readonly changesAt: number } {
  const { message, part, simulated } = row
  const { id: source, attribution } = feed
  const id = `${source}-${row.id}`
  const places = message.areas.map((_area, index) => index)
  const draft = toAlertDraft({ message, state: row.state, stateAt: row.state_at.getTime() }, source, places)
  const alert = localiseAlert(draft, lang)
  const found = areas.flatMap(({ shape }) => (shape === null ? [] : (outlines.get(shape) ?? [])))
  const unlocated = new Set(areas.flatMap(({ shape, position }) => (shape === null ? position : [])))
  const isOwn = places.every((index) => unlocated.has(index) || message.areas[index]?.shape !== null)
  const properties: WarningFeature['properties'] = {
    id,
    event: alert.event,
    language: alert.language ?? null,
    kind: getAlertKind(classifyOfficial(alert)),
    start: alert.start,
    end: alert.end,
    expires: alert.expires ?? null,
    sent: message.sent,
    state: getAlertState(alert, now) === 'upcoming' ? 'upcoming' : 'active',
    severity: alert.severity,
    severitySource: alert.severitySource,
    ...chooseAlertMark(alert),
    level: alert.level ?? null,
    urgency: alert.urgency,
    certainty: alert.certainty,
    senderName: alert.senderName,
    areas: [...alert.areas],
    outlines: found.length === 0 ? null : isOwn ? 'issuer' : 'register',
    unlocatedAreas: [...unlocated].flatMap((index) => message.areas[index]?.name ?? []),
    texts: (alert.texts ?? []).map((text) => ({ ...text, areas: [...text.areas] })),
    source,
    country: findPartCountry(feed, part),
    timezone: readZone(found),
    cap: canRepublishWarnings(attribution.license) ? buildCapPath(id) : null,
    attribution: markSimulatedCredit(attribution, simulated),
  }
  return { feature: { type: 'Feature', id, geometry: buildWarningGeometry(found), properties }, changesAt: getNextAlertChange(alert, now) }
}

/** The zone in the middle of the first area that has an outline; null without one. */
function readZone([outline]: readonly Outline[]): string | null {
  const [box] = outline?.boxes ?? []
  if (box === undefined) return null
  return tzLookup((box.south + box.north) / 2, (box.west + box.east) / 2)
}
