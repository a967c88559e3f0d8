import assert from 'node:assert/strict'
import { it } from 'node:test'
import { resolveReader } from './reader.server.ts'
import { Refusal, visitWith } from './testing/visit.ts'

async function readerWith(headers: Readonly<Record<string, string>>, query = '', region: unknown = new Refusal(503)) {
  const { context } = visitWith(() => region)
  const { lang, locale, units, hour12 } = await resolveReader(new Request(`http://service/${query}`, { headers }), context)
  return [lang, locale, units, hour12]
}

it('a reader has the language of the address, else the one they chose, else their browser’s first that pages have', async () => {
  const accepted = { 'accept-language': 'nl, de-AT;q=0.9, fr;q=0.8' }
  assert.deepEqual((await readerWith(accepted)).slice(0, 2), ['de', 'de-AT'])
  assert.deepEqual((await readerWith(accepted, '?lang=fr')).slice(0, 2), ['fr', 'fr'])
  assert.deepEqual((await readerWith(accepted, '?lang=xx')).slice(0, 2), ['de', 'de-AT'])
  assert.equal((await readerWith({ ...accepted, cookie: 'site_preferences=lang%3Dit' }))[0], 'it')
  assert.equal((await readerWith({ 'accept-language': '!!, nl' }))[0], 'en')
})

it('a reader has the units they chose, else those of their country, and the clock of their locale', async () => {
  const british = { 'accept-language': 'en-GB' }
  assert.deepEqual(await readerWith(british), ['en', 'en-GB', 'metric', false])
  assert.deepEqual(await readerWith({ 'accept-language': 'en-US' }, '', { suggestedUnits: 'imperial' }), ['en', 'en-US', 'imperial', true])
  assert.equal((await readerWith({ ...british, cookie: 'site_preferences=units%3Dsi' }, '', { suggestedUnits: 'uk' }))[2], 'si')
})
