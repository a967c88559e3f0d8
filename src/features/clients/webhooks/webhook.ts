import { formatInstant } from '../../../domain/instant.ts'
import type { Preferences } from '../../subscribers/subscriptions/index.ts'
import type { Disabler } from './tables.ts'

/** A webhook. Instants are epoch milliseconds. */
export interface Webhook {
  readonly id: string
  /** The client's own name for the place; may be empty. */
  readonly name: string
  readonly url: string
  readonly cell: number
  readonly lat: number
  readonly lon: number
  /** As sent, including unknown keys. */
  readonly alertPrefs: Preferences
  /** Of the texts of official warnings, where there is a choice. */
  readonly lang: string
  /** Of quiet hours: an IANA name. */
  readonly timezone: string
  /** Sealed; null: lost. */
  readonly secret: string | null
  /** The secret before the last rotation, with which messages are also signed until then. */
  readonly former: { readonly secret: string | null; readonly until: number } | null
  /** Null while it is on. */
  readonly disabled: { readonly at: number; readonly by: Disabler } | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** The webhook object of the API. */
export function showWebhook({ id, name, url, lat, lon, alertPrefs, lang, timezone, former, disabled, createdAt, updatedAt }: Webhook) {
  return {
    id,
    name,
    url,
    lat,
    lon,
    alertPrefs,
    lang,
    timezone,
    enabled: disabled === null,
    disabledAt: disabled === null ? null : formatInstant(disabled.at),
    disabledBy: disabled?.by ?? null,
    formerSecretUntil: former === null ? null : formatInstant(former.until),
    createdAt: formatInstant(createdAt),
    updatedAt: formatInstant(updatedAt),
  }
}
