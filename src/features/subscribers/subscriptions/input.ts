import { toCell, toSingleLine } from '@isobar/weather'
import tzLookup from '@photostructure/tz-lookup'
import { AppError, type FieldError } from '../../../errors.ts'
import { matchLanguage } from '../../../messages/language-tag.ts'
import { readEmailAddress } from '../../../platform/mail/address.ts'
import { checkPreferences } from './preferences.ts'
import type { CreateBody } from './schemas.ts'
import { FREQUENCIES_OF } from './subscription.ts'
import type { SubscriptionType } from './tables.ts'

type Settings = Omit<CreateBody, 'clientId' | 'email' | 'type'>

/** A client's validated request. Omitted settings are undefined: an existing subscription keeps its own, a new one gets the defaults. */
export type SubscriptionInput = { readonly [Name in keyof Settings]: Settings[Name] | undefined } & {
  readonly email: string
  readonly emailKey: string
  readonly type: SubscriptionType
  readonly cell: number | null
}

export interface ReadInput {
  readonly input: SubscriptionInput
  /** Unknown keys of alertPrefs that are ignored: none, since they are refused. */
  readonly ignored: readonly string[]
}

/** Validates what the body's schema cannot express. @throws AppError invalid_request that names every invalid field */
export function readInput(body: CreateBody): ReadInput {
  const { clientId: _client, email, ...settings } = body
  const { type, cityLat, cityLon, frequency, alertPrefs, lang, timezone } = settings
  const cityName = body.cityName === undefined ? undefined : cleanPlaceName(body.cityName)
  const faults: FieldError[] = []
  const address = readEmailAddress(email)
  if ('problem' in address) faults.push({ path: 'email', message: address.problem })
  if (cityName === '') faults.push({ path: 'cityName', message: 'must have a visible character' })
  faults.push(...listCoordinateFaults(cityLat, cityLon, type !== 'newsletter'))
  const zone = timezone === undefined ? undefined : parseIanaZone(timezone)
  faults.push(...listSettingFaults(type, { frequency, lang, zone }))
  const { problems, ignored } = alertPrefs === undefined ? { problems: [], ignored: [] } : checkPreferences(alertPrefs)
  faults.push(...problems)
  if (faults.length > 0 || 'problem' in address) throw buildInvalidFieldsError(faults)
  return {
    ignored,
    input: {
      ...settings,
      email: address.email,
      emailKey: address.key,
      cell: type === 'newsletter' || cityLat === undefined || cityLon === undefined ? null : toCell(cityLat, cityLon).id,
      cityName,
      timezone: zone ?? undefined,
    },
  }
}

/**
 * A place name made safe for mails, on one line: with a line break, anyone who subscribes an address could add paragraphs to its mail, and
 * a bidi control would reorder the text after it.
 */
export function cleanPlaceName(name: string): string {
  return toSingleLine(name.toWellFormed()).replaceAll(/\s+/g, ' ')
}

/** Problems of optional settings (undefined: omitted); a null zone is invalid. */
export function listSettingFaults(
  type: SubscriptionType,
  { frequency, lang, zone }: Pick<SubscriptionInput, 'frequency' | 'lang'> & { readonly zone: string | null | undefined },
): FieldError[] {
  const faults: FieldError[] = []
  if (frequency !== undefined && !FREQUENCIES_OF[type].includes(frequency)) {
    faults.push({ path: 'frequency', message: `must be one of ${FREQUENCIES_OF[type].join(', ')} for ${type}` })
  }
  if (lang !== undefined && matchLanguage(lang) === null) faults.push({ path: 'lang', message: 'must be a language tag (BCP 47)' })
  if (zone === null) faults.push({ path: 'timezone', message: 'must be an IANA time zone' })
  return faults
}

/** Latitude and longitude are given both or neither, and a city needs both. */
export function listCoordinateFaults(lat: number | undefined, lon: number | undefined, areRequired: boolean): FieldError[] {
  if (lat !== undefined && lon !== undefined) return []
  if (lat === undefined && lon === undefined && !areRequired) return []
  return [
    ...(lat === undefined ? [{ path: 'cityLat', message: 'is required' }] : []),
    ...(lon === undefined ? [{ path: 'cityLon', message: 'is required' }] : []),
  ]
}

/** AppError invalid_request with the fields in its details; with one fault, the message names it. */
export function buildInvalidFieldsError(faults: readonly FieldError[]): AppError {
  const [first] = faults
  const message =
    faults.length === 1 && first !== undefined ? `${first.path} ${first.message}` : `${faults.length} fields are missing or invalid`
  return new AppError('invalid_request', message, { details: faults })
}

/** The zone of a place, or UTC without coordinates or zone. */
export function getZoneOrUtc(lat: number | undefined, lon: number | undefined): string {
  return lat === undefined || lon === undefined ? 'UTC' : tzLookup(lat, lon)
}

/** The zone as spelled in the tz database; null for an unknown name, including fixed offsets. */
export function parseIanaZone(name: string): string | null {
  if (!/^[A-Za-z]/.test(name)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}
