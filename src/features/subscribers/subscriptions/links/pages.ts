import type { ErrorCode } from '../../../../errors.ts'
import type { MailWords } from '../../../mail/catalogue/index.ts'
import { formatMailPlace } from '../../../mail/templates/index.ts'
import type { MailedPage } from '../../../site/rendering/index.ts'
import type { Subscription } from '../subscription.ts'

/** An error page for people who followed a link. */
export function buildLinkErrorPage(code: ErrorCode, isTheLink: boolean, words: MailWords): MailedPage {
  const trouble = troubleOf(code, isTheLink)
  return buildMailedPage(words, words.t(`page.error.${trouble}.title`), { text: words.t(`page.error.${trouble}`) })
}

function troubleOf(code: ErrorCode, isTheLink: boolean): 'link' | 'limit' | 'busy' | 'other' {
  if (code === 'limit_reached') return 'limit'
  if (code === 'rate_limited' || code === 'service_unavailable') return 'busy'
  return code === 'not_found' || isTheLink ? 'link' : 'other'
}

/** A page in the language of its mail. */
export function buildMailedPage(words: MailWords, title: string, parts: Partial<MailedPage> & Pick<MailedPage, 'text'>): MailedPage {
  const { language: lang, direction } = words
  return { lang, direction, title, note: null, list: [], form: null, links: [], preferences: null, ...parts }
}

/** The page where the reader changes or ends what the address gets. */
export function formatPreferencesPath({ unsubscribeToken }: Subscription): string {
  return `/preferences?token=${unsubscribeToken}`
}

/** The place's name, or its coordinates. */
export function formatSubscriptionPlace({ cityName, cityLat, cityLon }: Subscription): string {
  return formatMailPlace({ name: cityName, lat: cityLat ?? 0, lon: cityLon ?? 0 })
}

/** `Weather alerts for Berlin`. */
export function formatSubscriptionName(subscription: Subscription, words: MailWords): string {
  return words.t(`confirm.type.${subscription.type}`, { place: formatSubscriptionPlace(subscription) })
}

/** Distinct names, however many clients subscribed. */
export function listSubscriptionNames(subscriptions: readonly Subscription[], words: MailWords): string[] {
  return [...new Set(subscriptions.map((each) => formatSubscriptionName(each, words)))]
}
