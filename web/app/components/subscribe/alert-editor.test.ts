import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mailWords } from '../../../../src/features/mail/catalogue/words.ts'
import { alertEditor, preferencesNow } from './alert-editor.server.ts'

const WORDS = mailWords('en', 'metric')
const editorOf = (stored: object, form?: Readonly<Record<string, string>>) => {
  const filled = new FormData()
  for (const [name, value] of Object.entries(form ?? {})) filled.append(name, value)
  return alertEditor(WORDS, 'metric', preferencesNow(stored), { form: form && filled })
}
const limitOf = (editor: ReturnType<typeof editorOf>, hazard: string) =>
  editor.hazards.find(({ limit }) => limit?.name.includes(hazard))?.limit ?? null

describe('the editor of alert preferences', () => {
  it('has a number with its unit for a hazard of amounts, and a choice for one of levels', () => {
    const editor = editorOf({ wind: { minGustKmh: 90 } })
    const wind = limitOf(editor, 'wind')
    assert.deepEqual([wind?.value, wind?.options], ['90', null])
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
    assert.deepEqual([none.quiet.on.checked, none.quiet.from.value, none.quiet.to.value], [false, '22:00', '07:00'])
    const set = editorOf({ quietHours: { from: '20:30', to: '06:00', exceptExtreme: false }, rain: true, notifyCancelled: false })
    assert.deepEqual(
      [set.quiet.on.checked, set.quiet.from.value, set.quiet.to.value, set.quiet.exceptExtreme.checked, set.cancelled.checked],
      [true, '20:30', '06:00', false, false],
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
