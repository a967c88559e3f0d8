import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getMailWords } from '../../../../src/features/mail/catalogue/words.ts'
import { buildAlertEditor, getPreferencesInForce } from './alert-editor.server.ts'

const WORDS = getMailWords('en')
const editorOf = (stored: object, form?: Readonly<Record<string, string>>) => {
  const filled = new FormData()
  for (const [name, value] of Object.entries(form ?? {})) filled.append(name, value)
  return buildAlertEditor(WORDS, 'metric', getPreferencesInForce(stored), { form: form && filled })
}
const limitOf = (editor: ReturnType<typeof editorOf>, hazard: string) =>
  editor.hazards.find(({ limit }) => limit?.name.includes(hazard))?.limit ?? null

describe('the editor of alert preferences', () => {
  it('has a number with its unit for a hazard of amounts, and a choice for one of levels', () => {
    const editor = editorOf({ wind: { minGustKmh: 90 } })
    const wind = limitOf(editor, 'wind')
    assert.deepEqual({ value: wind?.value, options: wind?.options }, { value: '90', options: null })
    const pollen = limitOf(editor, 'pollen')
    assert.deepEqual(
      pollen?.options?.map(([value]) => value),
      ['1', '2', '3', '4'],
    )
    assert.equal(pollen?.value, '3')
    // Authorities warn of bad air, too.
    assert.deepEqual(
      limitOf(editor, 'airQuality')?.options?.map(([value]) => value),
      ['', '1', '2', '3', '4'],
    )
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
    assert.ok(set.hazards.some(({ checked }) => checked))
  })

  it('shows again what was entered, ticks as they were', () => {
    const editor = editorOf({ wind: true, notifyCancelled: true })
    const wind = editor.hazards.find(({ limit }) => limit?.name.includes('wind'))
    assert.equal(wind?.checked, true)
    const entered = editorOf({ wind: true, notifyCancelled: true }, { [wind?.limit?.name ?? '']: '123' })
    assert.equal(limitOf(entered, 'wind')?.value, '123')
    assert.deepEqual([entered.hazards.some(({ checked }) => checked), entered.cancelled.checked], [false, false])
  })
})
