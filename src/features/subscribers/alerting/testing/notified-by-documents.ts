/**
 * The oracle of the replays: what recorded documents say for a place. It uses nothing of the service’s reading, only regular expressions
 * and ray casting.
 */
export interface Fact {
  /** Identifies the warning: the first message of its chain of references, or a key from the agency’s own fields. */
  readonly chain: string
  /** Its title as an English reader sees it. */
  readonly title: string
  /** Whether the document says that it is over. */
  readonly isOver: boolean
  /** When it ends by itself, in epoch milliseconds; Infinity if that is left open. */
  readonly endMs: number
}

export interface Place {
  readonly name: string
  readonly lat: number
  readonly lon: number
  /** Codes of registered areas that contain it. */
  readonly codes?: readonly string[]
}

type Ring = readonly (readonly [lon: number, lat: number])[]

/** Ray casting: whether a ray to the east crosses the ring an odd number of times. */
export function isInRing(ring: Ring, { lat, lon }: Pick<Place, 'lat' | 'lon'>): boolean {
  return (
    ring.filter(([x, y], index) => {
      const [fromX, fromY] = ring.at(index - 1) as Ring[number]
      return y > lat !== fromY > lat && lon < fromX + ((lat - fromY) / (y - fromY)) * (x - fromX)
    }).length %
      2 ===
    1
  )
}

/** The fields of a CAP message, from XML or from MeteoAlarm’s JSON. */
interface Message {
  readonly id: string
  readonly sentMs: number
  readonly replaces: readonly string[]
  readonly isActual: boolean
  readonly isCancel: boolean
  readonly infos: readonly Info[]
}

interface Info {
  readonly language: string
  readonly event: string
  readonly isOver: boolean
  readonly isGreen: boolean
  readonly endMs: number
  holds(place: Place): boolean
}

/** An end at least this far ahead means that there is none. */
const OPEN_MS = 366 * 86_400_000

function endOf(text: string | undefined, sentMs: number): number {
  const endMs = text === undefined ? Infinity : Date.parse(text)
  return endMs - sentMs > OPEN_MS ? Infinity : endMs
}

const all = (text: string, element: string): string[] =>
  [...text.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g'))].map(([, inner = '']) => inner.trim())

/** The message of a CAP document. */
export function parseCapMessage(xml: string): Message {
  const head = xml.split('<info>')[0] ?? ''
  const sentMs = Date.parse(all(head, 'sent')[0] ?? '')
  return {
    id: all(head, 'identifier')[0] ?? '',
    sentMs,
    replaces: referencesOf(all(head, 'references')[0]),
    isActual: all(head, 'status')[0] === 'Actual',
    isCancel: all(head, 'msgType')[0] === 'Cancel',
    infos: all(xml, 'info').map((info) => ({
      language: all(info, 'language')[0] ?? 'en',
      event: all(info, 'event')[0] ?? '',
      isOver: /<responseType>AllClear|<urgency>Past|Alert_Location_Status<\/valueName>\s*<value>ended/.test(info),
      isGreen: /awareness_level<\/valueName>\s*<value>1;/.test(info),
      endMs: endOf(all(info, 'expires')[0], sentMs),
      holds: (place) =>
        all(info, 'polygon').some((text) => isInRing(ringOf(text), place)) ||
        (place.codes ?? []).some((code) => all(info, 'value').includes(code)),
    })),
  }
}

function ringOf(text: string): Ring {
  return text.split(/\s+/).map((pair) => {
    const [lat = 0, lon = 0] = pair.split(',').map(Number)
    return [lon, lat]
  })
}

function referencesOf(text: string | null | undefined): string[] {
  return (text ?? '').split(/\s+/).flatMap((triple) => triple.split(',').at(-2) ?? [])
}

/** An element of the list in MeteoAlarm’s feed of a country. */
export interface ListedAlert {
  readonly identifier: string
  readonly sent: string
  readonly status: string
  readonly msgType: string
  readonly references?: string | null
  readonly info: readonly {
    readonly language: string
    readonly event: string
    readonly onset?: string
    readonly expires: string
    readonly responseType?: readonly string[] | null
    readonly parameter?: readonly { readonly valueName: string; readonly value: string }[]
    readonly area: readonly { readonly geocode?: readonly { readonly value: string }[] }[]
  }[]
}

export function toListedMessage({ identifier, sent, status, msgType, references, info }: ListedAlert): Message {
  const sentMs = Date.parse(sent)
  return {
    id: identifier,
    sentMs,
    replaces: referencesOf(references),
    isActual: status === 'Actual',
    isCancel: msgType === 'Cancel',
    infos: info.map(({ language, event, onset, expires, responseType, parameter = [], area }) => ({
      language,
      event,
      isOver: responseType?.includes('AllClear') === true,
      // France says that there is no warning with a period of zero length.
      isGreen:
        parameter.some(({ valueName, value }) => valueName === 'awareness_level' && value.startsWith('1;')) ||
        (onset !== undefined && Date.parse(expires) <= Date.parse(onset)),
      endMs: endOf(expires, sentMs),
      holds: ({ codes = [] }) => area.some(({ geocode = [] }) => geocode.some(({ value }) => codes.includes(value))),
    })),
  }
}

/** What the listed messages say for a place: the newest message of each chain of references counts. */
export function listMessageFacts(messages: readonly Message[], chains: Chains, place: Place): Fact[] {
  const actual = messages.filter(({ isActual }) => isActual)
  for (const { id, replaces } of actual) chains.join([id, ...replaces])
  const byChain = Map.groupBy(actual, ({ id }) => chains.of(id))
  return [...byChain].flatMap(([chain, all]) => {
    const newest = all.toSorted((a, b) => b.sentMs - a.sentMs)[0] as Message
    const here = newest.infos.filter((info) => !info.isGreen && info.holds(place))
    const info = here.find(({ language }) => language.startsWith('en')) ?? here[0]
    return info === undefined ? [] : [{ chain, title: info.event, isOver: newest.isCancel || info.isOver, endMs: info.endMs }]
  })
}

/** Groups messages that refer to each other, directly or through others. */
export function createChains() {
  const roots = new Map<string, string>()
  const of = (id: string): string => {
    const root = roots.get(id) ?? id
    return root === id ? id : of(root)
  }
  return {
    of,
    join(ids: readonly string[]): void {
      const [first = '', ...others] = ids.map(of)
      for (const other of others) roots.set(other, first)
    },
  }
}
export type Chains = ReturnType<typeof createChains>

interface Feature {
  readonly id?: string
  readonly properties: Readonly<Record<string, string>>
  readonly geometry: { readonly type: string; readonly coordinates: unknown }
  readonly when?: { readonly interval: readonly [string, string] }
}
export interface Features {
  readonly features: readonly Feature[]
}

function isIn({ type, coordinates }: Feature['geometry'], place: Place): boolean {
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as Ring[][]
  return polygons.some((rings) => rings.filter((ring) => isInRing(ring, place)).length === 1)
}

/** What MetAlerts lists: a warning is an event in an area, without references. */
export function listMetAlertsFacts({ features }: Features, place: Place): Fact[] {
  return features.flatMap(({ properties: is, geometry, when }) =>
    isIn(geometry, place)
      ? {
          chain: `${is['event']} ${is['geographicDomain']} ${is['area']}`,
          title: is['eventAwarenessName'] ?? '',
          isOver: is['type'] === 'Cancel',
          endMs: Date.parse(is['eventEndingTime'] ?? when?.interval[1] ?? ''),
        }
      : [],
  )
}

/** What Canada’s collection lists: one feature for each area of a warning. */
export function listGeoMetFacts({ features }: Features, place: Place): Fact[] {
  return features.flatMap(({ id = '', properties: is, geometry }) =>
    isIn(geometry, place)
      ? {
          chain: `${id.split('_')[0]} ${is['alert_code']}`,
          title: is['alert_name_en'] ?? '',
          isOver: is['status_en'] === 'ended',
          endMs: Date.parse(is['event_end_datetime'] ?? is['expiration_datetime'] ?? ''),
        }
      : [],
  )
}
