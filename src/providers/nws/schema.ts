import { epochMsOf, isObject, type Json, objectsOf, textOf, textsOf } from './json.ts'
import { isTestCode, readVtec, type Vtec } from './vtec.ts'

/** A message by its identifier, as another one refers to it. */
export interface Reference {
  readonly id: string
  readonly sentMs: number
}

/** One alert message with what decides about it; its texts are read where they are used. Epoch milliseconds. */
export interface Message extends Reference {
  readonly vtec: Vtec | null
  /** The messages before it that it renews, those that have run out included. */
  readonly references: readonly Reference[]
  readonly isReplaced: boolean
  readonly onsetMs: number
  readonly endsMs: number | null
  readonly expiresMs: number | null
  readonly properties: Json
}

/** Acknowledgements and error reports are messages between machines. */
const WARNING_TYPES = new Set(['Alert', 'Update', 'Cancel'])

/**
 * The messages of an alert collection. Null where the body is no collection. A message without identifier, time or event is left
 * out, and so is every one that is not meant in earnest, should one come along in spite of `status=actual`.
 */
export function decodeCollection(body: unknown): readonly Message[] | null {
  if (!isObject(body) || !Array.isArray(body['features'])) return null
  return objectsOf(body['features']).flatMap((feature) => (isObject(feature['properties']) ? toMessage(feature['properties']) : []))
}

function toMessage(properties: Json): Message[] {
  const id = textOf(properties['id'])
  const sentMs = epochMsOf(properties['sent'])
  if (id === null || sentMs === null || textOf(properties['event']) === null) return []
  if (properties['status'] !== 'Actual' || !WARNING_TYPES.has(String(properties['messageType']))) return []
  const parameters = isObject(properties['parameters']) ? properties['parameters'] : {}
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

/** Earlier messages that have run out are no `references` any more, but `sender,identifier,sent` triples with blanks between. */
function expiredReferences(parameters: Json): Reference[] {
  const triples = textsOf(parameters['expiredReferences']).flatMap((text) => text.split(/\s+/))
  return triples.flatMap((triple) => {
    const [, identifier, sent] = triple.split(',')
    return toReference({ identifier, sent })
  })
}
