import { type MailWords, getMailWords } from '../../../../src/features/mail/catalogue/words.ts'
import type { Reader } from '../../visit/reader.server.ts'
import { buildAlertEditor, getPreferencesInForce } from './alert-editor.server.ts'
import { FREQUENCIES, type SubscriptionType, readFormText } from './form-field.ts'

/** The place to subscribe to, with the name that mails use. */
export interface SubscribePlace {
  readonly name: string
  readonly lat: number
  readonly lon: number
}

export type SubscribeView = ReturnType<typeof buildSubscribeView>
export type KindView = ReturnType<typeof kindView>
/** Texts around notifications in this browser. */
export type PushView = ReturnType<typeof pushView>
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
export function buildSubscribeView(reader: Reader, place: SubscribePlace | null, options: SubscribeOptions = {}) {
  const { withEditor = false, form, stored } = options
  const words = getMailWords(reader.locale)
  const kinds: readonly SubscriptionType[] = place === null ? ['newsletter'] : ['city_weekly', 'city_alerts']
  return {
    place,
    title: place === null ? words.t('page.preferences.newsletter') : words.t('subscribe.titleOf', { place: place.name }),
    intro: place === null ? words.t('subscribe.introNewsletter') : words.t('subscribe.intro'),
    email: { label: words.t('subscribe.email'), value: readFormText(form, 'email') ?? '' },
    what: words.t('subscribe.what'),
    kinds: kinds.map((type) => kindView(type, words, form)),
    units: reader.units,
    choose: words.t('subscribe.choose'),
    editor: withEditor && place !== null ? buildAlertEditor(words, reader.units, getPreferencesInForce(stored), { form }) : null,
    send: words.t('subscribe.send'),
    sending: words.t('subscribe.sending'),
    mine: mineView(words),
    push: place === null ? null : pushView(words, place.name),
  }
}

/** The names of the kinds of mail. */
export function getMailKindNames(words: MailWords): Readonly<Record<SubscriptionType, string>> {
  return {
    city_weekly: words.t('page.preferences.weekly'),
    city_alerts: words.t('page.preferences.alerts'),
    newsletter: words.t('page.preferences.newsletter'),
  }
}

function pushView(words: MailWords, place: string) {
  return {
    title: words.t('push.title'),
    reason: words.t('push.reason', { place }),
    turnOn: words.t('push.turnOn'),
    turnOff: words.t('push.turnOff'),
    update: words.t('push.update'),
    working: words.t('push.working'),
    test: words.t('push.test'),
    tested: words.t('push.tested'),
    testFailed: words.t('push.testFailed'),
    failed: words.t('subscribe.away'),
    places: words.t('push.places'),
    states: {
      on: words.t('push.isOn', { place }),
      off: words.t('push.isOff', { place }),
      denied: words.t('push.denied'),
      unsupported: words.t('push.unsupported'),
      install: words.t('push.install'),
    },
  }
}

function mineView(words: MailWords) {
  return {
    title: words.t('subscribe.mine'),
    away: words.t('subscribe.mineAway'),
    remove: words.t('subscribe.remove'),
    removeOf: words.t('subscribe.removeOf', { what: '{what}' }),
    removed: words.t('subscribe.removed', { what: '{what}' }),
    unconfirmed: words.t('page.preferences.unconfirmed'),
    names: getMailKindNames(words),
  }
}

function kindView(type: SubscriptionType, words: MailWords, form: FormData | undefined) {
  const label = getMailKindNames(words)[type]
  const text = {
    city_weekly: words.t('subscribe.weeklyText'),
    city_alerts: words.t('subscribe.alertsText'),
    newsletter: words.t('subscribe.newsletterText'),
  }[type]
  return {
    type,
    label,
    text,
    // Alerts are opt-in.
    checked: form === undefined ? type !== 'city_alerts' : form.getAll('type').includes(type),
    frequencyLabel: words.t('subscribe.howOften', { what: label }),
    frequencies: FREQUENCIES[type].map((value) => [value, words.t(`frequency.${value}`)] as const),
    frequency: readFormText(form, `frequency.${type}`) ?? FREQUENCIES[type][0],
  }
}
