import { type MailContext, type MailParts, type MailView, tellPlace, tellZone } from '../../../../mail/templates/index.ts'
import type { ConfirmedSubscription, ConfirmSubscriptionData } from './data.ts'

/** The limit of active subscriptions per client. */
const MAX_SHOWN = 100

/** The Liquid variables of a confirmation mail. */
export function confirmView(data: ConfirmSubscriptionData, _parts: MailParts, { words, timezone, links, service }: MailContext): MailView {
  return {
    preheader: words.t('confirm.preheader'),
    subscriptions: data.subscriptions.slice(0, MAX_SHOWN).map((subscription) => subscriptionText(subscription)),
    url: links.secret('/api/subscriptions/confirm', { token: data.token }),
    until: words.t('confirm.until', { time: words.moment(data.validUntil, timezone) }),
    reason: words.t('confirm.reason', { service }),
    credits: [],
    simulated: false,
    zone: tellZone(data.validUntil, timezone, words),
  }

  function subscriptionText({ type, cityName, lat, lon, frequency }: ConfirmedSubscription): string {
    const place = lat === null || lon === null ? (cityName ?? '') : tellPlace({ name: cityName, lat, lon })
    return `${words.t(`confirm.type.${type}`, { place })} (${words.t(`frequency.${frequency}`)})`
  }
}
