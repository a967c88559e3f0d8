import assert from 'node:assert/strict'
import { it } from 'node:test'
import { mailLinks } from './links.ts'

const links = mailLinks(new URL('https://weather.example/base/'), { token: 'a&b', scope: 'digest' })

it('keeps the path of PUBLIC_URL and encodes parameters', () => {
  assert.equal(links.unsubscribe, 'https://weather.example/base/api/unsubscribe?token=a%26b&scope=digest')
  assert.equal(links.preferences, 'https://weather.example/base/preferences?token=a%26b')
  assert.equal(links.home, 'https://weather.example/base/')
})

it('names no subscription where there is none', () => {
  const { unsubscribe, preferences } = mailLinks(new URL('https://weather.example'), null)
  assert.deepEqual([unsubscribe, preferences], [null, null])
})

it('makes a place of any name', () => {
  const of = (name: string | null): string => links.weather({ name, lat: -33.8688, lon: 151.2 }).replace('https://weather.example/base', '')
  assert.equal(of('New  York, NY'), '/weather/new-york-ny--33.87,151.2')
  assert.equal(of('Zürich/<b>'), '/weather/z%C3%BCrich-b--33.87,151.2')
  assert.equal(of(null), '/weather/here--33.87,151.2')
  assert.equal(of('☂'), '/weather/here--33.87,151.2')
  assert.ok(of('𝔸'.repeat(500)).length < 1_000)
})
