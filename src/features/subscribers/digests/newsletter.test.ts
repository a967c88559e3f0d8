import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createNewsletters } from './newsletter.ts'
import type { PlaceParts } from './parts.ts'

it('finds the largest towns once for each country, however many readers it has, and whether or not there is weather', async () => {
  const asked: string[] = []
  const gathered: number[] = []
  const parts: Pick<PlaceParts, 'ensure' | 'ensureHeld' | 'of'> = {
    ensure: async (cells) => {
      gathered.push(cells.length)
    },
    ensureHeld: async () => new Map(),
    of: () => null,
  }
  const newsletters = createNewsletters(
    {
      popularPlaces: async () => [],
      nameOf: async () => null,
      countryOf: async ({ timezone }) => (timezone === 'Etc/UTC' ? null : (timezone.split('/')[1] ?? null)),
      townsOf: async (country) => {
        asked.push(country)
        return [{ name: country, lat: 1, lon: asked.length }]
      },
      onError: (error) => assert.fail(String(error)),
    },
    parts as PlaceParts,
    async () => [],
  )
  const zones = ['Europe/Berlin', 'Europe/Oslo', 'Etc/UTC']
  for (let i = 0; i < 300; i++) await newsletters.placesFor({ lang: 'en', timezone: zones[i % zones.length] ?? '' })
  assert.deepEqual(asked, ['Berlin', 'Oslo'])
  assert.deepEqual(gathered, [0, 1, 1])
})
