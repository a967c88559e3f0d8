import { type Alert, type UnitSystem, chooseAlertMark, writeCityPath } from '@isobar/weather'
import { type MailWords, getMailWords } from '../../mail/catalogue/index.ts'
import { buildLevelMark, formatMailPlace, formatSpanInZone } from '../../mail/templates/index.ts'

/** The place of a calendar or a feed, and how it is written. */
export interface FeedPlace {
  readonly lat: number
  readonly lon: number
  /** The caller's name for it; null: it goes by its coordinates. */
  readonly name: string | null
  /** The reader's language tag. */
  readonly tag: string
  readonly units: UnitSystem
}

/** The words and addresses of a place's feeds. `origin` is that of the service. */
export function buildFeedWords({ lat, lon, name, tag, units }: FeedPlace, origin: string) {
  const words = getMailWords(tag)
  return {
    words,
    title: formatMailPlace({ name, lat, lon }),
    page: origin + writeCityPath({ name: name ?? '', lat, lon }),
    host: new URL(origin).hostname,
    /** The address of a feed of the place, under `/api/places/`. */
    address(file: string): string {
      const given = { lang: tag, units, ...(name === null ? {} : { name }) }
      return `${origin}/api/places/${lat},${lon}/${file}?${new URLSearchParams(given)}`
    },
  }
}

/** A value behind what it is, as `Issuer: Météo-France`. */
export function formatLabelledValue(label: string, value: string | number, words: MailWords): string {
  return `${label}${words.t('mail.colon')} ${value}`
}

/** An alert for people: its title with its level, and everything else in paragraphs. */
export function formatFeedAlert(alert: Alert, timezone: string, words: MailWords) {
  const { event, description, instruction, areas, start, end, severity, senderName } = alert
  const level = buildLevelMark({ severity, ...chooseAlertMark(alert) }, words).word
  const facts = [
    formatLabelledValue(words.t('alert.when'), formatSpanInZone(start, end, timezone, words), words),
    ...(areas.length === 0 ? [] : [formatLabelledValue(words.t('alert.areas'), areas.join(words.t('mail.comma')), words)]),
    ...(senderName === null ? [] : [formatLabelledValue(words.t('alert.issuer'), senderName, words)]),
  ]
  return {
    title: `${event} (${level})`,
    text: [facts.join('\n'), description, instruction ?? ''].filter((part) => part !== '').join('\n\n'),
  }
}
