import type { AlertCertainty, AlertGrade, AlertUrgency } from './alert.ts'
import type { Instant } from './instant.ts'

/**
 * An official warning as its issuer published it, for areas and in several languages: what a feed delivers. An `Alert` is its form for one
 * place.
 */
export interface OfficialWarning extends AlertGrade {
  /**
   * Which warning it is, within its feed: the same for every message about it. What identifies a warning differs from issuer to issuer (the
   * identifier of the first message, an event number, or a hash over sender, event, areas and period), so the provider decides.
   */
  readonly key: string
  /** The identifier of the latest message about it. */
  readonly messageId: string
  /** The identifiers of the messages that this one replaces; never its own. They may never have been seen. */
  readonly replaces: readonly string[]
  /** When the latest message was issued. */
  readonly sent: Instant
  readonly start: Instant
  /** End of the event, not of the message; null if none is stated. */
  readonly end: Instant | null
  /** Expiry of the message; only bounds a warning that has no `end`. */
  readonly expires: Instant | null
  /** True when the message declares the warning over: Cancel, AllClear, an ended status. */
  readonly ended: boolean
  /** Who sent the latest message, as its format identifies senders; omitted by formats that do not. */
  readonly sender?: string
  /** True when its issuer numbers its events: another number is another event, whatever it says. */
  readonly isNumbered?: boolean
  readonly senderName: string | null
  readonly urgency: AlertUrgency
  readonly certainty: AlertCertainty
  /** The issuer's own level and colour (`{ name: 'orange', color: '#fb8c00' }`), which is what the public sees; null if it has none. */
  readonly level: { readonly name: string; readonly color: string | null } | null
  /** Hazards and other labels, as in `Alert`. */
  readonly tags: readonly string[]
  /** At least one; the first is the issuer's first. */
  readonly texts: readonly WarningText[]
  readonly areas: readonly WarningArea[]
  /** Areas in which the latest message has ended the warning, while it continues in others. */
  readonly endedAreas?: readonly WarningArea[]
}

/** A warning in one language. */
export interface WarningText {
  /** BCP 47. */
  readonly language: string
  readonly event: string
  readonly headline: string | null
  readonly description: string
  readonly instruction: string | null
  /** Names of the areas in this language, where the issuer translates them; by the index of the area. */
  readonly areaNames?: readonly string[]
}

/**
 * One area of a warning. It covers a point that is in one of its shapes or, only if it has no shape of its own, in the area of one of its
 * codes.
 */
export interface WarningArea {
  readonly name: string
  readonly polygons: readonly Polygon[]
  readonly circles: readonly Circle[]
  readonly codes: readonly AreaCode[]
  /** The heights at which it applies, in metres above sea level; omitted: everywhere. `to` is null without an upper limit. */
  readonly height?: { readonly from: number; readonly to: number | null }
}

/** The outer ring, then the holes; closed, as `[lon, lat]` in degrees, GeoJSON's order. Rings may cross the date line. */
export type Polygon = readonly (readonly (readonly [lon: number, lat: number])[])[]

/** A circle around a point in degrees. */
export interface Circle {
  readonly lat: number
  readonly lon: number
  /** 0 is a point. */
  readonly radiusKm: number
}

/** The known schemes of area codes, in order of preference when an area has codes of several. */
export const AREA_CODE_SCHEMES = ['EMMA_ID', 'NUTS2', 'NUTS3', 'FIPS', 'WARNCELLID', 'UGC', 'SAME', 'CLC', 'SGC'] as const

/** An area of a register of areas, whose geometry the register's publisher provides. Schemes beyond the known ones are kept as sent. */
export interface AreaCode {
  readonly scheme: (typeof AREA_CODE_SCHEMES)[number] | (string & {})
  readonly code: string
}
