import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MailedEntry, MailedPreferences } from '../../../../src/features/site/rendering/visit.ts'
import { getPreferencesInForce } from '../subscribe/alert-editor.server.ts'
import { buildPreferencesView } from './preferences.server.ts'

const entry = (known: Partial<MailedEntry> = {}): MailedEntry => ({
  id: 'one',
  type: 'city_weekly',
  name: 'Weekly forecast for Berlin',
  isConfirmed: true,
  frequency: 'weekly',
  alerts: getPreferencesInForce(null),
  ...known,
})

const viewOf = (entries: readonly MailedEntry[], known: Partial<MailedPreferences> = {}) =>
  buildPreferencesView({ locale: 'en-GB', units: 'metric', places: [{ name: 'Berlin', entries }], browsers: [], ...known })

describe('the form for what an address receives', () => {
  it('has a part for each place; newsletters have none', () => {
    const { places } = viewOf([], {
      places: [
        { name: null, entries: [entry({ type: 'newsletter' })] },
        { name: 'Berlin', entries: [entry()] },
      ],
    })
    const [newsletter, berlin] = places
    assert.deepEqual({ name: berlin?.name, kind: newsletter?.entries[0]?.kind }, { name: 'Berlin', kind: '' })
    assert.notEqual(newsletter?.name, '')
    assert.notEqual(berlin?.entries[0]?.kind, '')
  })

  it('names the fields of each subscription by its id', () => {
    const [one, two] = viewOf([entry(), entry({ id: 'two', frequency: 'daily' })]).places[0]?.entries ?? []
    assert.deepEqual({ name: one?.frequency.name, value: one?.frequency.value }, { name: 'one.frequency', value: 'weekly' })
    assert.deepEqual({ name: two?.frequency.name, value: two?.frequency.value }, { name: 'two.frequency', value: 'daily' })
    assert.ok(one?.frequency.options.some(([value]) => value === 'weekly'))
    assert.match(one?.endOf ?? '', /Weekly forecast for Berlin/)
  })

  it('says which subscription is not confirmed yet', () => {
    const [confirmed, other] = viewOf([entry(), entry({ isConfirmed: false })]).places[0]?.entries ?? []
    assert.equal(confirmed?.waits, '')
    assert.match(other?.waits ?? '', /^\(.+\)$/)
  })

  it('has the preferences of alerts alone, in the units of the mail', () => {
    const editorsIn = (units: MailedPreferences['units']) =>
      viewOf([entry(), entry({ id: 'two', type: 'city_alerts' })], { units }).places[0]?.entries.map(({ editor }) => editor) ?? []
    const [none, metric] = editorsIn('metric')
    assert.equal(none, null)
    const names = JSON.stringify(metric).match(/"name":"[^"]+"/g) ?? []
    assert.ok(names.length > 5 && names.every((name) => name.includes('two')), names.join(' '))
    assert.notDeepEqual(metric, editorsIn('imperial')[1])
    assert.deepEqual([viewOf([]).shownIn, viewOf([], { units: 'imperial' }).shownIn], ['metric', 'imperial'])
  })

  it('offers the languages and units, with those of the mail chosen', () => {
    const [language, units] = viewOf([], { locale: 'de-AT', units: 'uk' }).common.choices
    assert.deepEqual(
      { languageName: language?.name, languageValue: language?.value, unitsName: units?.name, unitsValue: units?.value },
      { languageName: 'lang', languageValue: 'de', unitsName: 'units', unitsValue: 'uk' },
    )
    assert.ok(language?.options.some(([value, name]) => value === 'fr' && name === 'Français'))
    assert.deepEqual(
      units?.options.map(([value]) => value),
      ['metric', 'uk', 'imperial', 'si'],
    )
  })

  it('lists the browsers that are notified, each to be removed by its name', () => {
    const { browsers } = viewOf([], { browsers: [{ id: 'b', name: 'Firefox on a phone', text: 'Firefox on a phone, since May' }] })
    assert.deepEqual(
      browsers.list.map(({ id, text }) => [id, text]),
      [['b', 'Firefox on a phone, since May']],
    )
    assert.match(browsers.list[0]?.removeOf ?? '', /Firefox on a phone/)
  })
})
