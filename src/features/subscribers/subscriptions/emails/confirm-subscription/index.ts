import { type MailTemplate, readMailSources } from '../../../../mail/templates/index.ts'
import type { ConfirmSubscriptionData } from './data.ts'
import { confirmView } from './view.ts'

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
