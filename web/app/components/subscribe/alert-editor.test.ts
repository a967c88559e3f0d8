import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildPreferenceFields, readSentPreferences } from '@isobar/weather'
import { getMailWords } from '../../../../src/features/mail/catalogue/words.ts'
import { buildAlertEditor, getPreferencesInForce } from './alert-editor.server.ts'

const WORDS = getMailWords('en')
const editorOf = (stored: object, form?: Readonly<Record<string, string>>) => {
  const filled = new FormData()
  for (const [name, value] of Object.entries(form ?? {})) filled.append(name, value)
  return buildAlertEditor(WORDS, 'metric', getPreferencesInForce(stored), { form: form && filled })
}
const hazardOf = (editor: ReturnType<typeof editorOf>, hazard: string) => editor.limited.find(({ name }) => name.endsWith(`.${hazard}`))
const levelsOf = (editor: ReturnType<typeof editorOf>, hazard: string) =>
  hazardOf(editor, hazard)?.choices.flatMap(({ options }) => options.map(([value]) => value))

describe('the editor of alert preferences', () => {
  it('has a number with its unit for a hazard of amounts, and a choice for one of levels', () => {
    const editor = editorOf({ wind: { minGustKmh: 90 } })
    const wind = hazardOf(editor, 'wind')
    assert.deepEqual({ value: wind?.number?.value, choices: wind?.choices }, { value: '90', choices: [] })
    const pollen = hazardOf(editor, 'pollen')
    assert.deepEqual({ number: pollen?.number, value: pollen?.choices[0]?.value }, { number: null, value: '3' })
    assert.deepEqual(levelsOf(editor, 'pollen'), ['1', '2', '3', '4'])
    // Authorities warn of bad air, too.
    assert.deepEqual(levelsOf(editor, 'airQuality'), ['', '1', '2', '3', '4'])
    assert.ok(editor.plain.some(({ name }) => name === 'hazard.fog') && hazardOf(editor, 'fog') === undefined)
  })

  it('has a choice of chances for hazards that come with precipitation, with the one in force', () => {
    const editor = editorOf({ rain: { minProbability: 0.62 }, ice: true })
    const chanceOf = (hazard: string) => hazardOf(editor, hazard)?.choices.map(({ name, label, value }) => [name, label, value])
    assert.deepEqual(
      ['rain', 'thunderstorm', 'snow', 'ice'].map((hazard) => chanceOf(hazard)),
      [
        [['chance.rain', 'Heavy rain: chance', '0.6']],
        [['chance.thunderstorm', 'Thunderstorm: chance', '']],
        [['chance.snow', 'Snow: chance', '']],
        [['chance.ice', 'Ice: chance', '']],
      ],
    )
    assert.deepEqual(levelsOf(editor, 'rain'), ['', '0.3', '0.5', '0.6', '0.7', '0.9'])
    assert.deepEqual(hazardOf(editor, 'ice')?.choices[0]?.options, [
      ['', 'any chance'],
      ['0.3', '30% or more'],
      ['0.5', '50% or more'],
      ['0.7', '70% or more'],
      ['0.9', '90% or more'],
    ])
    const entered = editorOf({ rain: { minProbability: 0.6 } }, { 'chance.rain': '0.9' })
    assert.equal(hazardOf(entered, 'rain')?.choices[0]?.value, '0.9')
  })

  it('shows what the form sent: stored, it is the same form', () => {
    const stored = { rain: { minMmPerHour: 2, minProbability: 0.7 }, ice: { minProbability: 0.9 }, snow: true }
    const editor = editorOf(stored)
    const sent = new URLSearchParams()
    for (const { name, checked, limit, number, choices } of [...editor.plain, ...editor.limited]) {
      if (checked) sent.set(name, 'on')
      if (number !== null) sent.set(limit, number.value)
      for (const choice of choices) sent.set(choice.name, choice.value)
    }
    const read = readSentPreferences(sent, buildPreferenceFields(), getPreferencesInForce(stored).hazards, 'metric')
    assert.deepEqual(
      { rain: read['rain'], ice: read['ice'], snow: read['snow'] },
      { rain: stored.rain, ice: stored.ice, snow: { minMm: 5, minProbability: null } },
    )
    assert.deepEqual(editorOf(read).limited, editor.limited)
  })

  it('shows what is stored, with the usual quiet hours if none are', () => {
    const none = editorOf({})
    assert.deepEqual(
      { checked: none.quiet.on.checked, fromValue: none.quiet.from.value, toValue: none.quiet.to.value },
      { checked: false, fromValue: '22:00', toValue: '07:00' },
    )
    const set = editorOf({ quietHours: { from: '20:30', to: '06:00', exceptExtreme: false }, rain: true, notifyCancelled: false })
    assert.deepEqual(
      {
        onChecked: set.quiet.on.checked,
        fromValue: set.quiet.from.value,
        toValue: set.quiet.to.value,
        exceptExtremeChecked: set.quiet.exceptExtreme.checked,
        cancelledChecked: set.cancelled.checked,
      },
      { onChecked: true, fromValue: '20:30', toValue: '06:00', exceptExtremeChecked: false, cancelledChecked: false },
    )
    assert.ok(set.limited.some(({ checked }) => checked))
  })

  it('shows again what was entered, ticks as they were', () => {
    const editor = editorOf({ wind: true, notifyCancelled: true })
    const wind = hazardOf(editor, 'wind')
    assert.equal(wind?.checked, true)
    const entered = editorOf({ wind: true, notifyCancelled: true }, { [wind?.limit ?? '']: '123' })
    assert.equal(hazardOf(entered, 'wind')?.number?.value, '123')
    assert.deepEqual([[...entered.plain, ...entered.limited].some(({ checked }) => checked), entered.cancelled.checked], [false, false])
  })
})
