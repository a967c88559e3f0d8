import { readEpochMs, readFields, isObject, type Json, readObjects, readText, readTexts } from '../json.ts'
import { isTestCode, readVtec, type Vtec } from './vtec.ts'

/** A reference to a message by its identifier. */
export interface Reference {
  readonly id: string
  readonly sentMs: number
}

/**
 * One alert message with the fields that decide what to do with it; its texts are read where they are used. Times are epoch milliseconds.
 */
export interface NwsMessage extends Reference {
  readonly vtec: Vtec | null
  /** The earlier messages that it supersedes, expired ones included. */
  readonly references: readonly Reference[]
  readonly isReplaced: boolean
  readonly onsetMs: number
  readonly endsMs: number | null
  readonly expiresMs: number | null
  readonly properties: Json
  /** GeoJSON, or null: most messages name zones instead. */
  readonly geometry: unknown
}

/** Excludes acknowledgements and error reports, which are messages between machines. */
const MAX_REFERENCES = 1_000
const WARNING_TYPES = new Set(['Alert', 'Update', 'Cancel'])

/**
 * The messages of an alert collection. Null if the body is not a collection. Messages without identifier, time or event are skipped, and so
 * are tests and exercises that slip through in spite of `status=actual`.
 */
export function decodeCollection(body: unknown): readonly NwsMessage[] | null {
  if (!isObject(body) || !Array.isArray(body['features'])) return null
  return readObjects(body['features']).flatMap((feature) =>
    isObject(feature['properties']) ? toMessage(feature['properties'], feature['geometry']) : [],
  )
}

function toMessage(properties: Json, geometry: unknown): NwsMessage[] {
  const id = readText(properties['id'])
  const sentMs = readEpochMs(properties['sent'])
  if (id === null || sentMs === null || readText(properties['event']) === null) return []
  if (properties['status'] !== 'Actual' || !WARNING_TYPES.has(String(properties['messageType']))) return []
  const parameters = readFields(properties['parameters'])
  const codes = readTexts(parameters['VTEC'])
  if (codes.some(isTestCode)) return []
  return [
    {
      id,
      sentMs,
      vtec: readVtec(codes),
      references: [...readObjects(properties['references']).flatMap(toReference), ...expiredReferences(parameters)],
      isReplaced: readText(properties['replacedBy']) !== null,
      onsetMs: readEpochMs(properties['onset']) ?? readEpochMs(properties['effective']) ?? sentMs,
      // `expires` ends the message, not the event.
      endsMs: readEpochMs(properties['ends']) ?? readEpochMs(readTexts(parameters['eventEndingTime'])[0]),
      expiresMs: readEpochMs(properties['expires']),
      properties,
      geometry: geometry ?? null,
    },
  ]
}

function toReference(element: Json): Reference[] {
  const id = readText(element['identifier'])
  const sentMs = readEpochMs(element['sent'])
  return id === null || sentMs === null ? [] : [{ id, sentMs }]
}

/** Expired messages are no longer in `references`; they are space-separated `sender,identifier,sent` triples. */
function expiredReferences(parameters: Json): Reference[] {
  const triples = readTexts(parameters['expiredReferences']).flatMap((text) => text.split(/\s+/, MAX_REFERENCES))
  return triples.flatMap((triple) => {
    const [, identifier, sent] = triple.split(',', 3)
    return toReference({ identifier, sent })
  })
}
