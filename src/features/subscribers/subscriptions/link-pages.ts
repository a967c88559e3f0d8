import type { ErrorCode } from '../../../errors.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { calendarDayAt } from '../../../domain/local-time.ts'
import { HAZARDS } from '../../../domain/hazards/index.ts'
import { maskEmail } from '../../../platform/mail/address.ts'
import { type MailWords, mailWords } from '../../mail/catalogue/index.ts'
import { tellPlace } from '../../mail/templates/index.ts'
import type { MailedPage } from '../../site/rendering/index.ts'
import type { Asked, Confirmed } from './confirmation.ts'
import { effectiveOf, type Entry } from './entries.ts'
import { MAX_CITIES_PER_EMAIL } from './limits.ts'
import type { EntryFaults, Overview } from './preference-page-service.ts'
import type { Subscription } from './subscription.ts'
import type { Unsubscribing } from './unsubscribing.ts'
import type { UnsubscribeScope } from '../../mail/outbox/index.ts'

/** Asks for a click to confirm: link scanners follow links but do not press buttons. */
export function confirmPage({ confirmation, waiting }: Asked, token: string): MailedPage {
  const words = mailWords(confirmation.lang, 'metric')
  const [first] = waiting
  if (first === undefined) return nothingPage(words)
  return pageOf(words, words.t('confirm.title'), {
    text: words.t('page.confirm.asked', { email: maskEmail(confirmation.emailKey) }),
    list: namesOf(waiting, words),
    form: {
      action: `/api/subscriptions/confirm?token=${token}`,
      fields: {},
      button: words.t('confirm.button'),
      until: words.t('confirm.until', { time: words.moment(formatInstant(confirmation.expiresAt), first.timezone) }),
    },
  })
}

/** Shows what a link has confirmed, and what exceeded the limit. */
export function confirmedPage({ confirmation, confirmed, left }: Confirmed): MailedPage {
  const words = mailWords(confirmation.lang, 'metric')
  const [first] = confirmed
  if (first === undefined) return nothingPage(words)
  const beyond = words.t('page.confirm.left', { n: left.length, limit: MAX_CITIES_PER_EMAIL })
  return pageOf(words, words.t('page.confirm.done.title'), {
    note: left.length === 0 ? null : { isGood: false, text: beyond, list: [], undo: null },
    text: words.t('page.confirm.done', { email: maskEmail(confirmation.emailKey) }),
    list: namesOf(confirmed, words),
    links: [{ href: preferencesPath(first), text: words.t('mail.preferences') }],
  })
}

function nothingPage(words: MailWords): MailedPage {
  return pageOf(words, words.t('page.confirm.nothing.title'), { text: words.t('page.confirm.nothing') })
}

/** Shows what a link has ended, with an undo. */
export function unsubscribedPage({ named, subscriptions, undoBefore }: Unsubscribing, scope: UnsubscribeScope | null): MailedPage {
  const words = mailWords(named.lang, named.units)
  const query = new URLSearchParams({ token: named.unsubscribeToken, ...(scope === null ? {} : { scope }), action: 'resubscribe' })
  return pageOf(words, words.t('page.unsubscribe.title'), {
    text: words.t(`page.unsubscribe.${subscriptions.length === 0 ? 'nothing' : 'ended'}`, { email: maskEmail(named.email) }),
    list: namesOf(subscriptions, words),
    form:
      undoBefore === null
        ? null
        : {
            action: `/api/unsubscribe?${query.toString()}`,
            fields: {},
            button: words.t('page.unsubscribe.undo'),
            until: words.t('page.unsubscribe.undoUntil', { day: words.day(calendarDayAt(undoBefore, named.timezone)) }),
          },
    links: [{ href: preferencesPath(named), text: words.t('page.unsubscribe.rest') }],
  })
}

/** Shows what an undo has restored. */
export function resubscribedPage({ named, subscriptions }: Unsubscribing): MailedPage {
  const words = mailWords(named.lang, named.units)
  return pageOf(words, words.t('page.resubscribe.title'), {
    text: words.t('page.resubscribe.back', { email: maskEmail(named.email) }),
    list: namesOf(subscriptions, words),
    links: [{ href: preferencesPath(named), text: words.t('page.unsubscribe.rest') }],
  })
}

/** The editable list of what the address gets; `done` is the action just completed, `endedAt` the instant that its undo names. */
export function preferencesPage({ named, entries }: Overview, done?: 'saved' | 'ended' | 'back', endedAt?: number): MailedPage {
  const words = mailWords(named.lang, named.units)
  const { lang: locale, units } = named
  const formOf = (fields: Record<string, string>, button: string) => ({ action: preferencesPath(named), fields, button, until: '' })
  const undo = endedAt === undefined ? null : formOf({ do: 'undo', at: String(endedAt) }, words.t('page.unsubscribe.undo'))
  const isEmpty = entries.length === 0
  return pageOf(words, words.t('page.preferences.title'), {
    note: done === undefined ? null : { isGood: true, text: words.t(`page.preferences.${done}`), list: [], undo },
    text: words.t(`page.preferences.${isEmpty ? 'none' : 'for'}`, { email: maskEmail(named.email) }),
    list: entries.map(({ shown }) => nameOf(shown, words)),
    form: isEmpty ? null : formOf({ do: 'end:all' }, words.t('page.preferences.endAll')),
    preferences: isEmpty ? null : { locale, units, places: placesOf(entries, words) },
  })
}

/** The page again with stored values, and the errors of what was not saved. */
export function faultyPreferencesPage(overview: Overview, faulty: readonly EntryFaults[]): MailedPage {
  const page = preferencesPage(overview)
  const words = mailWords(overview.named.lang, overview.named.units)
  const list = faulty.map(({ entry, faults }) => {
    const fields = new Set(faults.map(({ path }) => fieldWord(path, words)))
    return `${nameOf(entry.shown, words)}: ${words.list([...fields])}`
  })
  return { ...page, note: { isGood: false, text: words.t('page.preferences.wrong'), list, undo: null } }
}

/** An error page for people who followed a link. */
export function errorPage(code: ErrorCode, isTheLink: boolean, words: MailWords): MailedPage {
  const trouble = troubleOf(code, isTheLink)
  return pageOf(words, words.t(`page.error.${trouble}.title`), { text: words.t(`page.error.${trouble}`) })
}

function troubleOf(code: ErrorCode, isTheLink: boolean): 'link' | 'limit' | 'busy' | 'other' {
  if (code === 'limit_reached') return 'limit'
  if (code === 'rate_limited' || code === 'service_unavailable') return 'busy'
  return code === 'not_found' || isTheLink ? 'link' : 'other'
}

function pageOf(words: MailWords, title: string, parts: Partial<MailedPage> & Pick<MailedPage, 'text'>): MailedPage {
  const { language: lang, direction } = words
  return { lang, direction, title, note: null, list: [], form: null, links: [], preferences: null, ...parts }
}

function placesOf(entries: readonly Entry[], words: MailWords) {
  return [...Map.groupBy(entries, ({ shown }) => shown.cell).values()].flatMap((ofPlace) => {
    const [first] = ofPlace
    if (first === undefined) return []
    const name = first.shown.cell === null ? null : placeOf(first.shown)
    return [{ name, entries: ofPlace.map((entry) => entryOf(entry, words)) }]
  })
}

function entryOf({ shown }: Entry, words: MailWords) {
  const { id, type, frequency, confirmation } = shown
  return { id, type, name: nameOf(shown, words), isConfirmed: confirmation.isConfirmed, frequency, alerts: effectiveOf(shown) }
}

/** `alertPrefs.wind.minGustKmh` → `Strong gusts`. */
function fieldWord(path: string, words: MailWords): string {
  const [, name] = path.split('.')
  if (name === 'leadHours' || name === 'cooldownMinutes') return words.t(`page.preferences.${name}`)
  const hazard = HAZARDS.find((each) => each === name)
  return hazard === undefined ? words.t('page.preferences.quiet') : words.t(`hazard.${hazard}`)
}

function preferencesPath({ unsubscribeToken }: Subscription): string {
  return `/preferences?token=${unsubscribeToken}`
}

function placeOf({ cityName, cityLat, cityLon }: Subscription): string {
  return tellPlace({ name: cityName, lat: cityLat ?? 0, lon: cityLon ?? 0 })
}

/** `Weather alerts for Berlin`. */
function nameOf(subscription: Subscription, words: MailWords): string {
  return words.t(`confirm.type.${subscription.type}`, { place: placeOf(subscription) })
}

/** Distinct names, however many clients subscribed. */
function namesOf(subscriptions: readonly Subscription[], words: MailWords): string[] {
  return [...new Set(subscriptions.map((each) => nameOf(each, words)))]
}
