import { HAZARDS } from '@isobar/weather'
import { maskEmail } from '../../../../platform/mail/address.ts'
import { type MailWords, getMailWords } from '../../../mail/catalogue/index.ts'
import type { MailedPage } from '../../../site/rendering/index.ts'
import { formatSubscriptionName, buildMailedPage, formatSubscriptionPlace, formatPreferencesPath } from '../links/pages.ts'
import { getSubscriptionPreferences, type Entry } from './entries.ts'
import type { EntryFaults, Overview } from './service.ts'

/** The editable list of what the address gets; `done` is the action just completed, `endedAt` the instant that its undo names. */
export function buildPreferencesPage(
  { named, entries, browsers }: Overview,
  done?: 'saved' | 'ended' | 'back',
  endedAt?: number,
): MailedPage {
  const words = getMailWords(named.lang)
  const { lang: locale, units } = named
  const formOf = (fields: Record<string, string>, button: string) => ({ action: formatPreferencesPath(named), fields, button, until: '' })
  const undo = endedAt === undefined ? null : formOf({ do: 'undo', at: String(endedAt) }, words.t('page.unsubscribe.undo'))
  const isEmpty = entries.length === 0
  return buildMailedPage(words, words.t('page.preferences.title'), {
    note: done === undefined ? null : { isGood: true, text: words.t(`page.preferences.${done}`), list: [], undo },
    text: words.t(`page.preferences.${isEmpty ? 'none' : 'for'}`, { email: maskEmail(named.email) }),
    list: entries.map(({ shown }) => formatSubscriptionName(shown, words)),
    form: isEmpty ? null : formOf({ do: 'end:all' }, words.t('page.preferences.endAll')),
    preferences: isEmpty
      ? null
      : { locale, units, places: placesOf(entries, words), browsers: browsers.map((each) => browserOf(each, words)) },
  })
}

/** The page with the stored values, and the errors of what was not saved. */
export function buildFaultyPreferencesPage(overview: Overview, faulty: readonly EntryFaults[]): MailedPage {
  const page = buildPreferencesPage(overview)
  const words = getMailWords(overview.named.lang)
  const list = faulty.map(({ entry, faults }) => {
    const fields = new Set(faults.map(({ path }) => fieldWord(path, words)))
    return `${formatSubscriptionName(entry.shown, words)}: ${words.list([...fields])}`
  })
  return { ...page, note: { isGood: false, text: words.t('page.preferences.wrong'), list, undo: null } }
}

function placesOf(entries: readonly Entry[], words: MailWords) {
  return [...Map.groupBy(entries, ({ shown }) => shown.cell).values()].flatMap((ofPlace) => {
    const [first] = ofPlace
    if (first === undefined) return []
    const name = first.shown.cell === null ? null : formatSubscriptionPlace(first.shown)
    return [{ name, entries: ofPlace.map((entry) => entryOf(entry, words)) }]
  })
}

function entryOf({ shown }: Entry, words: MailWords) {
  const { id, type, frequency, confirmation } = shown
  return {
    id,
    type,
    name: formatSubscriptionName(shown, words),
    isConfirmed: confirmation.isConfirmed,
    frequency,
    alerts: getSubscriptionPreferences(shown),
  }
}

function browserOf({ id, name, service, createdAt }: Overview['browsers'][number], words: MailWords) {
  const date = words.day(createdAt.toISOString().slice(0, 10))
  return { id, name, text: words.t('push.linkedItem', { place: name, date, service }) }
}

/** `alertPrefs.wind.minGustKmh` → `Strong gusts`. */
function fieldWord(path: string, words: MailWords): string {
  const [, name] = path.split('.')
  if (name === 'leadHours' || name === 'cooldownMinutes') return words.t(`page.preferences.${name}`)
  const hazard = HAZARDS.find((each) => each === name)
  return hazard === undefined ? words.t('page.preferences.quiet') : words.t(`hazard.${hazard}`)
}
