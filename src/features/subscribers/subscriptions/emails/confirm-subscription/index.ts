import {
  type MailTemplate,
  readMailSources,
  type MailContext,
  type MailParts,
  type MailView,
  formatMailPlace,
  formatZoneNote,
} from '../../../../mail/templates/index.ts'
import type { ConfirmSubscriptionData, ConfirmedSubscription } from './data.ts'

export type * from './data.ts'

export const confirmSubscriptionMail: MailTemplate<ConfirmSubscriptionData> = {
  id: 'confirm-subscription',
  description: 'Asks to confirm a subscription (double opt-in). Nothing else is sent before its link is used.',
  unsubscribable: false,
  ...readMailSources(import.meta.url),
  view: confirmView,
  samples: [
    {
      id: 'three',
      timezone: 'Europe/Berlin',
      parts: new Map(),
      data: {
        token: 'c2FtcGxlLXRva2VuLXRoYXQtY29uZmlybXMtbm90aGluZy0w',
        validUntil: '2026-12-01T08:00:00Z',
        subscriptions: [
          { type: 'city_weekly', cityName: 'Berlin', lat: 52.52, lon: 13.41, frequency: 'weekly' },
          { type: 'city_alerts', cityName: null, lat: 47.42, lon: 10.98, frequency: 'immediate' },
          { type: 'newsletter', cityName: null, lat: null, lon: null, frequency: 'monthly' },
        ],
      },
    },
  ],
}

/** The limit of active subscriptions per client. */
const MAX_SHOWN = 100

/** The Liquid variables of a confirmation mail. */
function confirmView(data: ConfirmSubscriptionData, _parts: MailParts, { words, timezone, links, service }: MailContext): MailView {
  return {
    preheader: words.t('confirm.preheader'),
    subscriptions: data.subscriptions.slice(0, MAX_SHOWN).map((subscription) => subscriptionText(subscription)),
    url: links.secret('/api/subscriptions/confirm', { token: data.token }),
    until: words.t('confirm.until', { time: words.moment(data.validUntil, timezone) }),
    reason: words.t('confirm.reason', { service }),
    credits: [],
    simulated: false,
    zone: formatZoneNote(data.validUntil, timezone, words),
  }

  function subscriptionText({ type, cityName, lat, lon, frequency }: ConfirmedSubscription): string {
    const place = lat === null || lon === null ? (cityName ?? '') : formatMailPlace({ name: cityName, lat, lon })
    return `${words.t(`confirm.type.${type}`, { place })} (${words.t(`frequency.${frequency}`)})`
  }
}
