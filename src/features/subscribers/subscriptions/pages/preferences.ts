import { limitText, MAIL_LANGUAGES, type MailWords } from '../../../mail/catalogue/index.ts'
import { type AlertPreferences, HAZARDS, type Hazard, thresholdField } from '../../../../domain/hazards/index.ts'
import { UNIT_SYSTEMS, type UnitSystem } from '../../../../domain/units.ts'
import { maskEmail } from '../../../../platform/mail/address.ts'
import { effectiveOf, type Entry } from '../entries.ts'
import { fieldNames, SHOWN_IN, USUAL_QUIET_HOURS } from '../preference-form.ts'
import type { EntryFaults, Overview } from '../preference-page-service.ts'
import { FREQUENCIES_OF, type Subscription } from '../subscription.ts'
import type { SubscriberPage } from './subscriber-page.ts'
import { html, type Html } from '../../../../platform/http/html.ts'
import { nameOf, placeOf } from './told.ts'

/** What has just been done, for the note at the top. */
export type Done = { readonly what: 'saved' | 'back' } | { readonly what: 'ended'; readonly at: number }

const LANGUAGE_NAMES: Readonly<Record<(typeof MAIL_LANGUAGES)[number], string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  ja: '日本語',
  ar: 'العربية',
}

const SEVERITIES = ['minor', 'moderate', 'severe', 'extreme'] as const

/** What the address gets, as one form; it works without scripts. */
export function preferencesPage({ named, entries }: Overview, done: Done | null, words: MailWords): SubscriberPage {
  const email = maskEmail(named.email)
  const action = html`/preferences?token=${named.unsubscribeToken}`
  const places = Map.groupBy(entries, ({ shown }) => shown.cell)
  const body =
    entries.length === 0
      ? html`<p>${words.t('page.preferences.none')}</p>`
      : html`<form id="end" method="post" action="${action}"></form>
          <form method="post" action="${action}">
            <input type="hidden" name="${SHOWN_IN}" value="${named.units}" />
            ${[...places.values()].map((ofPlace) => placeSection(ofPlace, named.units, words))} ${commonSection(named, words)}
            <p class="last"><button name="do" value="save">${words.t('page.preferences.save')}</button></p>
          </form>
          <p class="last"><button class="plain" form="end" name="do" value="end:all">${words.t('page.preferences.endAll')}</button></p>`
  return {
    title: words.t('page.preferences.title'),
    words,
    body: html`${doneNote(done, action, words)}
      <p class="soft">${words.t('page.preferences.for', { email })}</p>
      ${body}`,
  }
}

/** The page once more, as it is stored, with what could not be saved. */
export function faultyPreferencesPage(overview: Overview, faulty: readonly EntryFaults[], words: MailWords): SubscriberPage {
  const lines = faulty.map(({ entry, faults }) => {
    const fields = new Set(faults.map(({ path }) => fieldWord(path, words)))
    return `${nameOf(entry.shown, words)}: ${words.list([...fields])}`
  })
  const page = preferencesPage(overview, null, words)
  const note = html`<div class="note bad" role="alert">
    <p>${words.t('page.preferences.wrong')}</p>
    <ul>
      ${lines.map((line) => html`<li>${line}</li>`)}
    </ul>
  </div>`
  return { ...page, body: html`${note}${page.body}` }
}

/** `alertPrefs.wind.minGustKmh` → `Strong gusts`. */
function fieldWord(path: string, words: MailWords): string {
  const [, name] = path.split('.')
  const hazard = HAZARDS.find((each) => each === name)
  return hazard === undefined ? words.t('page.preferences.quiet') : words.t(`hazard.${hazard}`)
}

function doneNote(done: Done | null, action: Html, words: MailWords): Html | null {
  if (done === null) return null
  const undo =
    done.what === 'ended'
      ? html`<form method="post" action="${action}">
          <input type="hidden" name="at" value="${done.at}" /><button class="plain" name="do" value="undo">
            ${words.t('page.unsubscribe.undo')}
          </button>
        </form>`
      : null
  return html`<div class="note" role="status">
    <p>${words.t(`page.preferences.${done.what}`)}</p>
    ${undo}
  </div>`
}

function placeSection(entries: readonly Entry[], units: UnitSystem, words: MailWords): Html | null {
  const [first] = entries
  if (first === undefined) return null
  const { cell } = first.shown
  return html`<section>
    <h2>${cell === null ? words.t('page.preferences.newsletter') : placeOf(first.shown)}</h2>
    ${entries.map((entry) => entryBox(entry, units, words))}
  </section>`
}

function entryBox({ shown }: Entry, units: UnitSystem, words: MailWords): Html {
  const names = fieldNames(shown)
  const kind =
    shown.type === 'newsletter' ? null : words.t(shown.type === 'city_alerts' ? 'page.preferences.alerts' : 'page.preferences.weekly')
  const waits = shown.confirmedAt === null ? html` <span class="soft">(${words.t('page.preferences.unconfirmed')})</span>` : null
  const what = nameOf(shown, words)
  return html`<div class="entry">
    <div class="head">
      ${kind === null && waits === null ? html`<span></span>` : html`<h3>${kind}${waits}</h3>`}
      <button class="plain" form="end" name="do" value="end:${shown.id}" aria-label="${words.t('page.preferences.endOf', { what })}">
        ${words.t('page.preferences.end')}
      </button>
    </div>
    ${selectField(
      names.frequency,
      words.t('page.preferences.frequency'),
      FREQUENCIES_OF[shown.type].map((frequency) => [frequency, words.t(`frequency.${frequency}`)]),
      shown.frequency,
    )}
    ${shown.type === 'city_alerts' ? alertFields(shown, units, words) : null}
  </div>`
}

function alertFields(shown: Subscription, units: UnitSystem, words: MailWords): Html {
  const names = fieldNames(shown)
  const effective = effectiveOf(shown)
  return html`<fieldset>
      <legend>${words.t('page.preferences.hazards')}</legend>
      <div class="row">${checkField(names.hazard('official'), words.t('page.preferences.official'), effective.official)}</div>
      ${HAZARDS.map((hazard) => hazardRow(hazard, { names, effective, units, words }))}
    </fieldset>
    ${selectField(
      names.minSeverity,
      words.t('page.preferences.minSeverity'),
      [
        ['', words.t('page.preferences.severity.any')],
        ...SEVERITIES.map((each) => [each, words.t(`page.preferences.severity.${each}`)] as const),
      ],
      effective.minSeverity ?? '',
    )}
    ${quietFields(names, effective, words)}
    <p class="last">${checkField(names.notifyCancelled, words.t('page.preferences.cancelled'), effective.notifyCancelled)}</p>`
}

type Names = ReturnType<typeof fieldNames>

interface HazardRow {
  readonly names: Names
  readonly effective: AlertPreferences
  /** In which limits are told. */
  readonly units: UnitSystem
  readonly words: MailWords
}

function hazardRow(hazard: Hazard, { names, effective, units, words }: HazardRow): Html {
  const label = words.t(`hazard.${hazard}`)
  const chosen = effective.hazards[hazard]
  const field = thresholdField(hazard, chosen?.threshold ?? null, units)
  const check = checkField(names.hazard(hazard), label, chosen !== undefined)
  if (field === undefined) return html`<div class="row">${check}</div>`
  const unit = limitText(hazard, field, words)
  const name = names.threshold(hazard)
  return html`<div class="row">
    ${check}<input
      type="number"
      id="${name}"
      name="${name}"
      value="${field.value}"
      min="${field.min}"
      max="${field.max}"
      step="any"
      inputmode="decimal"
      aria-label="${words.t('page.preferences.limitOf', { hazard: label })} (${unit})"
    /><span class="soft" aria-hidden="true">${unit}</span>
  </div>`
}

function quietFields(names: Names, { quietHours }: AlertPreferences, words: MailWords): Html {
  const { from, to } = quietHours ?? USUAL_QUIET_HOURS
  return html`<fieldset>
    <legend>${words.t('page.preferences.quiet')}</legend>
    <div class="row">
      ${checkField(names.quiet, words.t('page.preferences.quietOn'), quietHours !== null)}
      <label for="${names.quietFrom}">${words.t('page.preferences.quietFrom')}</label
      ><input type="time" id="${names.quietFrom}" name="${names.quietFrom}" value="${from}" />
      <label for="${names.quietTo}">${words.t('page.preferences.quietTo')}</label
      ><input type="time" id="${names.quietTo}" name="${names.quietTo}" value="${to}" />
    </div>
    <div class="row">${checkField(names.exceptExtreme, words.t('page.preferences.exceptExtreme'), quietHours?.exceptExtreme ?? true)}</div>
  </fieldset>`
}

function commonSection(named: Subscription, words: MailWords): Html {
  const units = UNIT_SYSTEMS.map((each) => [each, words.t(`page.units.${each}`)] as const)
  const languages = MAIL_LANGUAGES.map((each) => [each, LANGUAGE_NAMES[each]] as const)
  return html`<section>
    <h2>${words.t('page.preferences.form')}</h2>
    <div class="fields">
      ${selectField('lang', words.t('page.preferences.language'), languages, words.language)}
      ${selectField('units', words.t('page.preferences.units'), units, named.units)}
    </div>
  </section>`
}

function selectField(name: string, label: string, options: readonly (readonly [value: string, text: string])[], selected: string): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label
    ><select id="${name}" name="${name}">
      ${options.map(([value, text]) => html`<option value="${value}" ${value === selected ? html` selected` : null}>${text}</option>`)}
    </select>
  </div>`
}

function checkField(name: string, label: string, isChecked: boolean): Html {
  return html`<label><input type="checkbox" name="${name}" value="on" ${isChecked ? html` checked` : null} />${label}</label>`
}
