import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { applyPreferencesForm, type Chosen, parsePreferencesCookie, writePreferencesCookie } from './preferences.ts'

const NOTHING: Chosen = { lang: null, units: null, clock: 'auto', theme: 'auto', consent: 'ask', home: null }
const ALL: Chosen = { lang: 'de', units: 'uk', clock: '24', theme: 'dark', consent: 'none', home: 'são-paulo_-23.55_-46.63' }

const cookieOf = (chosen: Chosen): string => writePreferencesCookie(chosen, false).split(';')[0] ?? ''

describe('a visitor’s choices', () => {
  it('are what was chosen, wherever the cookie stands among others', () => {
    for (const chosen of [NOTHING, ALL])
      for (const cookies of [cookieOf(chosen), `a=b; ${cookieOf(chosen)}; c=d`, `a=b;${cookieOf(chosen)}`])
        assert.deepEqual(parsePreferencesCookie(cookies), chosen, cookies)
  })

  it('are none without a cookie, in another’s, and in one that cannot be read', () => {
    for (const cookies of [null, '', 'other_site_preferences=lang%3Dde', 'a=b', 'site_preferences=%E0%A4%A'])
      assert.deepEqual(parsePreferencesCookie(cookies), NOTHING, String(cookies))
  })

  it('are each for itself not chosen where they are not valid', () => {
    assert.deepEqual(parsePreferencesCookie('site_preferences=lang%3Dxx%26units%3Duk%26clock%3D13%26theme%3Dpink%26consent%3Dyes'), {
      ...NOTHING,
      units: 'uk',
    })
    assert.equal(parsePreferencesCookie(cookieOf({ ...ALL, home: 'x'.repeat(201) })).home?.length, 200)
  })

  it('are stored for a year, with Secure where the site is', () => {
    assert.match(writePreferencesCookie(ALL, true), /^site_preferences=[^; ]+; Path=\/; Max-Age=31536000; SameSite=Lax; Secure$/)
    assert.match(writePreferencesCookie(ALL, false), /SameSite=Lax$/)
  })

  it('change by the fields of a form that are valid; the others stay', () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ lang: 'fr', units: 'si', clock: '12', theme: 'light', consent: 'ads' }))
      form.set(name, value)
    assert.deepEqual(applyPreferencesForm(ALL, form), {
      lang: 'fr',
      units: 'si',
      clock: '12',
      theme: 'light',
      consent: 'ads',
      home: ALL.home,
    })
    assert.deepEqual(applyPreferencesForm(ALL, new FormData()), ALL)
    const odd = new FormData()
    for (const name of ['lang', 'units', 'clock', 'theme', 'consent']) odd.set(name, 'odd')
    odd.set('units', new Blob(['si']))
    assert.deepEqual(applyPreferencesForm(ALL, odd), ALL)
  })
})
