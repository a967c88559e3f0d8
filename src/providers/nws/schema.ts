import { epochMsOf, fieldsOf, isObject, type Json, objectsOf, textOf, textsOf } from '../json.ts'
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
  return objectsOf(body['features']).flatMap((feature) => (isObject(feature['properties']) ? toMessage(feature['properties']) : []))
}

function toMessage(properties: Json): NwsMessage[] {
  const id = textOf(properties['id'])
  const sentMs = epochMsOf(properties['sent'])
  if (id === null || sentMs === null || textOf(properties['event']) === null) return []
  if (properties['status'] !== 'Actual' || !WARNING_TYPES.has(String(properties['messageType']))) return []
  const parameters = fieldsOf(properties['parameters'])
  const codes = textsOf(parameters['VTEC'])
  if (codes.some(isTestCode)) return []
  return [
    {
      id,
      sentMs,
      vtec: readVtec(codes),
      references: [...objectsOf(properties['references']).flatMap(toReference), ...expiredReferences(parameters)],
      isReplaced: textOf(properties['replacedBy']) !== null,
      onsetMs: epochMsOf(properties['onset']) ?? epochMsOf(properties['effective']) ?? sentMs,
      // `expires` ends the message, not the event.
      endsMs: epochMsOf(properties['ends']) ?? epochMsOf(textsOf(parameters['eventEndingTime'])[0]),
      expiresMs: epochMsOf(properties['expires']),
      properties,
    },
  ]
}

function toReference(element: Json): Reference[] {
  const id = textOf(element['identifier'])
  const sentMs = epochMsOf(element['sent'])
  return id === null || sentMs === null ? [] : [{ id, sentMs }]
}

/** Expired messages are no longer in `references`; they are space-separated `sender,identifier,sent` triples. */
function expiredReferences(parameters: Json): Reference[] {
  const triples = textsOf(parameters['expiredReferences']).flatMap((text) => text.split(/\s+/, MAX_REFERENCES))
  return triples.flatMap((triple) => {
    const [, identifier, sent] = triple.split(',', 3)
    return toReference({ identifier, sent })
  })
}
