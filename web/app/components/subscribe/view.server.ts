import { type MailWords, mailWords } from '../../../../src/features/mail/catalogue/words.ts'
import { subscribe } from '../../i18n/subscribe.server.ts'
import { say } from '../../i18n/message.ts'
import type { Reader } from '../../visit/reader.server.ts'
import { alertEditor, preferencesNow } from './alert-editor.server.ts'
import { FREQUENCIES, type SubscriptionType, textIn } from './form-field.ts'

/** The place to subscribe to, with the name that mails use. */
export interface SubscribePlace {
  readonly name: string
  readonly lat: number
  readonly lon: number
}

export type SubscribeView = ReturnType<typeof subscribeView>
export type KindView = ReturnType<typeof kindView>
/** Texts around this browser's subscriptions, which only the browser knows. */
export type MineView = ReturnType<typeof mineView>

export interface SubscribeOptions {
  /** Shows all alert preferences. */
  readonly withEditor?: boolean
  /** Input to show again. */
  readonly form?: FormData
  /** The current alert preferences, as the API stores them. */
  readonly stored?: unknown
}

/** Without a place only the newsletter is offered. */
export function subscribeView(reader: Reader, place: SubscribePlace | null, options: SubscribeOptions = {}) {
  const { withEditor = false, form, stored } = options
  const m = subscribe[reader.lang]
  const words = mailWords(reader.locale, reader.units)
  const kinds: readonly SubscriptionType[] = place === null ? ['newsletter'] : ['city_weekly', 'city_alerts']
  return {
    place,
    title: place === null ? m.newsletterTitle : say(m.titleOf, reader.lang, { place: place.name }),
    intro: place === null ? m.introNewsletter : m.intro,
    email: { label: m.email, value: textIn(form, 'email') ?? '' },
    what: m.what,
    kinds: kinds.map((type) => kindView(type, m, words, form)),
    units: reader.units,
    choose: m.choose,
    editor: withEditor && place !== null ? alertEditor(words, reader.units, preferencesNow(stored), { form }) : null,
    send: m.send,
    sending: m.sending,
    mine: mineView(m, words),
  }
}

type Texts = (typeof subscribe)['en']

/** The names of the kinds of mail. */
export function kindNames(words: MailWords): Readonly<Record<SubscriptionType, string>> {
  return {
    city_weekly: words.t('page.preferences.weekly'),
    city_alerts: words.t('page.preferences.alerts'),
    newsletter: words.t('page.preferences.newsletter'),
  }
}

function mineView(m: Texts, words: MailWords) {
  return {
    title: m.mine,
    away: m.mineAway,
    remove: m.remove,
    removeOf: m.removeOf,
    removed: m.removed,
    unconfirmed: words.t('page.preferences.unconfirmed'),
    names: kindNames(words),
  }
}

function kindView(type: SubscriptionType, m: Texts, words: MailWords, form: FormData | undefined) {
  const label = kindNames(words)[type]
  const text = { city_weekly: m.weeklyText, city_alerts: m.alertsText, newsletter: m.newsletterText }[type]
  return {
    type,
    label,
    text,
    // Alerts are opt-in.
    checked: form === undefined ? type !== 'city_alerts' : form.getAll('type').includes(type),
    frequencyLabel: say(m.howOften, words.language, { what: label }),
    frequencies: FREQUENCIES[type].map((value) => ({ value, text: words.lookUp(`frequency.${value}`) })),
    frequency: textIn(form, `frequency.${type}`) ?? FREQUENCIES[type][0],
  }
}
