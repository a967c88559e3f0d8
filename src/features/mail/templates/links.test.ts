import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parsePlaceAddress, toCell } from '@isobar/weather'
import { buildMailLinks } from './links.ts'

const links = buildMailLinks(new URL('https://weather.example/base/'), { token: 'a&b', scope: 'digest' })

it('keep the path of PUBLIC_URL and encode parameters', () => {
  assert.equal(links.unsubscribe, 'https://weather.example/base/unsubscribe?token=a%26b&scope=digest')
  assert.equal(links.preferences, 'https://weather.example/base/preferences?token=a%26b')
  assert.equal(links.home, 'https://weather.example/base/')
})

it('have no scope if unsubscribing ends only the subscription of the token', () => {
  const { unsubscribe, page } = buildMailLinks(new URL('https://weather.example'), { token: 'a', scope: null })
  assert.deepEqual(
    { unsubscribe, pageApi: page('/api'), page: page('/', { q: 'x y' }) },
    {
      unsubscribe: 'https://weather.example/unsubscribe?token=a',
      pageApi: 'https://weather.example/api',
      page: 'https://weather.example/?q=x+y',
    },
  )
})

it('name no subscription if there is none', () => {
  const { unsubscribe, preferences } = buildMailLinks(new URL('https://weather.example'), null)
  assert.deepEqual({ unsubscribe, preferences }, { unsubscribe: null, preferences: null })
})

it('name a place as in the address of its page, so that nobody is redirected', () => {
  const of = (name: string | null): string => links.weather({ name, lat: -33.8688, lon: 151.2 }).replace('https://weather.example/base', '')
  assert.equal(of('New  York, NY'), '/weather/new-york-ny--33.8688,151.2')
  assert.equal(of('Zürich/<b>'), '/weather/zurich-b--33.8688,151.2')
  assert.equal(of(null), '/weather/place--33.8688,151.2')
  assert.equal(of('☂'), '/weather/place--33.8688,151.2')
  assert.ok(of('𝔸'.repeat(500)).length < 1_000)
})

it('lead to the cell that the mail is about', () => {
  for (const [lat, lon] of [
    [52.52, 13.405],
    [-1.005, -0.001],
    [35.4676, -97.5164],
    [0, 180],
  ] as const) {
    const place = parsePlaceAddress(links.weather({ name: 'x', lat, lon }).split('/weather/')[1] ?? '')
    assert.deepEqual(place && toCell(place.lat, place.lon), toCell(lat, lon))
  }
})
