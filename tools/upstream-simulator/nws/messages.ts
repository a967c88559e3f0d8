import { createHash } from 'node:crypto'
import { zoneAt } from '../places/zone.ts'
import { localTime } from '../times.ts'
import type { Warning } from '../warnings/warnings.ts'

const HOUR = 3_600_000
/** A running warning is issued again this often. */
const RENEWAL_MS = 6 * HOUR
/** How long a message is valid; the event often lasts longer. */
const MESSAGE_MS = 9 * HOUR
const SENDER = 'w-nws.webmaster@noaa.gov'
const BASE = 'https://api.weather.gov/alerts/'

/** One message about a warning. */
export interface Message {
  readonly id: string
  readonly sentMs: number
  readonly feature: Record<string, unknown>
}

function identifier(warning: Warning, number: number): string {
  const hash = createHash('sha1').update(`${warning.key}/${number}`).digest('hex')
  return `urn:oid:2.49.0.1.840.0.${hash}.${String(1 + (warning.serial % 3)).padStart(3, '0')}.1`
}

/**
 * The latest message about a warning at an instant: an Alert when new, later an Update that names the earlier ones, or a called-off Alert
 * with urgency Past.
 */
export function messageFor(warning: Warning, nowMs: number): Message {
  const cancelled = nowMs >= warning.cancelledAt
  const reference = cancelled ? warning.cancelledAt : nowMs
  const number = Math.max(0, Math.floor((reference - warning.issuedAt) / RENEWAL_MS))
  const sentMs = cancelled ? warning.cancelledAt : warning.issuedAt + number * RENEWAL_MS
  const id = identifier(warning, cancelled ? 999 : number)
  const latitude = warning.south + 0.5
  const longitude = warning.west + 0.5
  const zone = zoneAt(latitude, longitude)
  const stamp = (ms: number): string => localStamp(ms, zone.offsetAt(ms))
  const clock = (ms: number): string => spoken(ms, zone.id)
  const endless = warning.vtec === ''
  const office = `${warning.area?.prefix ?? 'K'}${warning.area?.office ?? 'XXX'}`
  const zones = [0, 1, 2].map(
    (n) => `${warning.area?.code ?? 'US'}${warning.stormBased ? 'C' : 'Z'}${String(1 + ((warning.serial + n * 7) % 99)).padStart(3, '0')}`,
  )
  const action = cancelled ? 'CAN' : number === 0 ? 'NEW' : 'CON'
  const begin = number > 0 && nowMs >= warning.start ? '000000T0000Z' : vtecTime(warning.start)
  const ongoing = nowMs >= warning.start
  const titled = `${warning.event} issued ${clock(sentMs)}${endless ? '' : ` until ${clock(warning.end)}`} by ${warning.sender}`
  const properties = {
    '@id': `${BASE}${id}`,
    '@type': 'wx:Alert',
    id,
    areaDesc: areaNames(warning).join('; '),
    geocode: { SAME: zones.map((code) => `0${warning.area?.fips ?? '00'}${code.slice(3)}`), UGC: zones },
    affectedZones: zones.map((code) => `https://api.weather.gov/zones/${warning.stormBased ? 'county' : 'forecast'}/${code}`),
    references: Array.from({ length: number }, (_, earlier) => {
      const identifierOfEarlier = identifier(warning, earlier)
      return {
        '@id': `${BASE}${identifierOfEarlier}`,
        identifier: identifierOfEarlier,
        sender: SENDER,
        sent: stamp(warning.issuedAt + earlier * RENEWAL_MS),
      }
    }),
    sent: stamp(sentMs),
    effective: stamp(sentMs),
    onset: stamp(Math.max(warning.start, sentMs)),
    expires: stamp(cancelled ? sentMs + HOUR : Math.min(warning.end, sentMs + MESSAGE_MS)),
    ends: endless ? null : stamp(warning.end),
    status: 'Actual',
    messageType: number === 0 || cancelled ? 'Alert' : 'Update',
    category: 'Met',
    severity: cancelled ? 'Minor' : warning.severity,
    certainty: endless ? 'Unknown' : cancelled || (warning.stormBased && ongoing) ? 'Observed' : 'Likely',
    urgency: endless ? 'Unknown' : cancelled ? 'Past' : warning.stormBased && ongoing ? 'Immediate' : 'Expected',
    event: warning.event,
    sender: SENDER,
    senderName: warning.sender,
    headline: cancelled ? `The ${warning.event} has been cancelled.` : titled,
    description: warning.description,
    instruction: cancelled ? null : warning.instruction,
    response: endless
      ? 'Monitor'
      : cancelled
        ? 'AllClear'
        : warning.stormBased
          ? 'Shelter'
          : warning.severity === 'Moderate'
            ? 'Execute'
            : 'Prepare',
    note: null,
    parameters: {
      AWIPSidentifier: [`${warning.eventCode}${warning.area?.office ?? 'XXX'}`],
      WMOidentifier: [`WWUS75 ${office} ${wmoTime(sentMs)}`],
      NWSheadline: [titled.toUpperCase()],
      BLOCKCHANNEL: ['EAS', 'NWEM', 'CMAS'],
      ...(endless
        ? {}
        : {
            VTEC: [
              `/O.${action}.${office}.${warning.vtec}.${String(1 + (warning.serial % 9000)).padStart(4, '0')}.${begin}-${vtecTime(warning.end)}/`,
            ],
            eventEndingTime: [stamp(warning.end)],
          }),
    },
    scope: 'Public',
    code: 'IPAWSv1.0',
    language: 'en-US',
    web: 'http://www.weather.gov',
    eventCode: { SAME: ['NWS'], NationalWeatherService: [warning.eventCode] },
  }
  return {
    id,
    sentMs,
    feature: { id: `${BASE}${id}`, type: 'Feature', geometry: warning.stormBased ? polygon(warning) : null, properties },
  }
}

function areaNames(warning: Warning): string[] {
  const name = warning.area?.city ?? 'Coastal waters'
  return warning.stormBased ? [`${name}, ${warning.area?.code ?? 'US'}`] : [`Northern ${name} area`, `Southern ${name} area`]
}

const noisy = (value: number): number => value + 1e-11 * Math.sign(value)

/** The warning's square, with the float noise that the service's polygons have. */
function polygon(warning: Warning): Record<string, unknown> {
  const { south, west } = warning
  const ring = [
    [west, south],
    [west + 1, south],
    [west + 1, south + 1],
    [west, south + 1],
    [west, south],
  ].map(([lon = 0, lat = 0]) => [noisy(lon), noisy(lat)])
  return { type: 'Polygon', coordinates: [ring] }
}

function localStamp(ms: number, offsetSeconds: number): string {
  const offset = Math.abs(offsetSeconds) / 60
  const sign = offsetSeconds < 0 ? '-' : '+'
  return `${localTime(ms, offsetSeconds)}${sign}${String(Math.floor(offset / 60)).padStart(2, '0')}:${String(offset % 60).padStart(2, '0')}`
}

function vtecTime(ms: number): string {
  const iso = new Date(ms).toISOString()
  return `${iso.slice(2, 4)}${iso.slice(5, 7)}${iso.slice(8, 10)}T${iso.slice(11, 13)}${iso.slice(14, 16)}Z`
}

function wmoTime(ms: number): string {
  const iso = new Date(ms).toISOString()
  return `${iso.slice(8, 10)}${iso.slice(11, 13)}${iso.slice(14, 16)}`
}

const speakers = new Map<string, Intl.DateTimeFormat>()

/** `May 14 at 9:29AM MST` */
function spoken(ms: number, zoneId: string): string {
  let speaker = speakers.get(zoneId)
  if (speaker === undefined) {
    speaker = new Intl.DateTimeFormat('en-US', {
      timeZone: zoneId,
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    })
    speakers.set(zoneId, speaker)
  }
  const parts = Object.fromEntries(speaker.formatToParts(ms).map((part) => [part.type, part.value]))
  return `${parts['month']} ${parts['day']} at ${parts['hour']}:${parts['minute']}${parts['dayPeriod']} ${parts['timeZoneName']}`
}
