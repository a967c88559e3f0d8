import { type MailWords, getMailWords } from '../../../../src/features/mail/catalogue/words.ts'
import type { MailedEntry, MailedPreferences } from '../../../../src/features/site/rendering/visit.ts'
import { LANGUAGES } from '../../../../src/messages/languages.ts'
import { formatLanguageName } from '../../../../src/messages/locale.ts'
import { type Units, UNITS } from '../../visit/preferences.ts'
import type { ChoiceView } from '../choice.tsx'
import { buildAlertEditor } from '../subscribe/alert-editor.server.ts'
import { FREQUENCIES } from '../subscribe/form-field.ts'
import { getMailKindNames } from '../subscribe/view.server.ts'

/** The form for everything that an address receives, as finished texts. */
export type PreferencesView = ReturnType<typeof buildPreferencesView>
export type EntryView = ReturnType<typeof entryView>

/** The texts of the form, in the language and units of the mail. */
export function buildPreferencesView({ locale, units, places, browsers }: MailedPreferences) {
  const words = getMailWords(locale)
  return {
    shownIn: units,
    places: places.map(({ name, entries }) => ({
      name: name ?? words.t('page.preferences.newsletter'),
      entries: entries.map((entry) => entryView(entry, words, units)),
    })),
    browsers: {
      title: words.t('push.linked'),
      intro: words.t('push.linkedText'),
      remove: words.t('subscribe.remove'),
      list: browsers.map(({ id, name, text }) => ({ id, text, removeOf: words.t('subscribe.removeOf', { what: name }) })),
    },
    common: { title: words.t('page.preferences.form'), choices: commonChoices(words, units) },
    save: words.t('page.preferences.save'),
  }
}

function commonChoices(words: MailWords, units: Units): ChoiceView[] {
  const languages = LANGUAGES.map((value) => [value, formatLanguageName(value)] as const)
  const systems = UNITS.map((value) => [value, words.t(`page.units.${value}`)] as const)
  return [
    { name: 'lang', label: words.t('page.preferences.language'), value: words.language, options: languages },
    { name: 'units', label: words.t('page.preferences.units'), value: units, options: systems },
  ]
}

function entryView({ id, type, name, isConfirmed, frequency, alerts }: MailedEntry, words: MailWords, units: Units) {
  return {
    id,
    kind: type === 'newsletter' ? '' : getMailKindNames(words)[type],
    waits: isConfirmed ? '' : `(${words.t('page.preferences.unconfirmed')})`,
    frequency: {
      name: `${id}.frequency`,
      label: words.t('page.preferences.frequency'),
      value: frequency,
      options: FREQUENCIES[type].map((value) => [value, words.t(`frequency.${value}`)] as const),
    },
    editor: type === 'city_alerts' ? buildAlertEditor(words, units, alerts, { of: id }) : null,
    end: words.t('page.preferences.end'),
    endOf: words.t('page.preferences.endOf', { what: name }),
  }
}
