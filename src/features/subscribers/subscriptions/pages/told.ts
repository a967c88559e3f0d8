import type { MailWords } from '../../../mail/catalogue/index.ts'
import { tellPlace } from '../../../mail/templates/index.ts'
import type { Subscription } from '../subscription.ts'
import { html, type Html } from '../../../../platform/http/html.ts'

/** What people call a place. */
export function placeOf({ cityName, cityLat, cityLon }: Pick<Subscription, 'cityName' | 'cityLat' | 'cityLon'>): string {
  return tellPlace({ name: cityName, lat: cityLat ?? 0, lon: cityLon ?? 0 })
}

/** What people call a subscription: `Weather alerts for Berlin`. */
export function nameOf(subscription: Subscription, words: MailWords): string {
  return words.t(`confirm.type.${subscription.type}`, { place: placeOf(subscription) })
}

/** Each once, however many clients asked for it. */
export function listOf(subscriptions: readonly Subscription[], words: MailWords): Html {
  const names = [...new Set(subscriptions.map((each) => nameOf(each, words)))]
  return html`<ul>
    ${names.map((name) => html`<li>${name}</li>`)}
  </ul>`
}
