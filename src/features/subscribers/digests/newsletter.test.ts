import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { createNewsletters } from './newsletter.ts'
import type { PlaceParts } from './parts.ts'

it('finds the largest towns once for each country, however many readers it has, and whether or not there is weather', async () => {
  const asked: string[] = []
  const gathered: number[] = []
  const parts: Pick<PlaceParts, 'ensure' | 'ensureCached' | 'of'> = {
    ensure: async (cells) => {
      gathered.push(cells.length)
    },
    ensureCached: async () => new Map(),
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

describe('the places of a newsletter', () => {
  const place = (name: string, lat: number) => ({ name, lat, lon: 0 })
  const READER = { lang: 'en', timezone: 'Europe/Oslo' }
  type Source = 'popular' | 'followed' | 'towns'

  /** The places chosen if each source names one, of which only some have cached weather or weather at all. */
  async function placesOf(
    { cached = [], weather = [], fails = [] }: { cached?: Source[]; weather?: Source[]; fails?: Source[] },
    reader = READER,
  ) {
    const [errors, asked]: [string[], string[]] = [[], []]
    const lat = { popular: 1, followed: 2, towns: 3 }
    const cellOfSource = (source: Source) => toCell(lat[source], 0).id
    const has = (list: readonly Source[], cell: number) => list.some((source) => cellOfSource(source) === cell)
    const ask = (source: Source) => {
      asked.push(source)
      if (fails.includes(source)) throw new Error('away')
    }
    const newsletters = createNewsletters(
      {
        async popularPlaces() {
          ask('popular')
          return [place('Popular', 1)]
        },
        nameOf: async ({ lat: at }) => (at === 2 ? 'Followed' : null),
        countryOf: async ({ timezone }) => (timezone === 'UTC' ? null : 'NO'),
        async townsOf() {
          ask('towns')
          return [place('Town', 3)]
        },
        onError: (_, doing) => void errors.push(doing),
      },
      {
        ensure: async () => undefined,
        ensureCached: async (cells: readonly number[]) =>
          new Map(cells.flatMap((cell) => (has(cached, cell) ? [[cell, `part ${cell}`] as const] : []))),
        of: (cell: number) => (has(weather, cell) ? `part ${cell}` : null),
      } as unknown as PlaceParts,
      async () => {
        ask('followed')
        return [cellOfSource('followed'), toCell(9, 9).id]
      },
    )
    const chosen = await newsletters.placesFor(reader)
    await newsletters.placesFor(reader)
    return { names: chosen.map(({ name }) => name), parts: chosen.map(({ part }) => part), errors, asked }
  }

  it('are those that people look up, if their weather is cached; asked once for all readers', async () => {
    const { names, parts, asked } = await placesOf({ cached: ['popular'], weather: ['followed', 'towns'] })
    assert.deepEqual({ names, parts, asked }, { names: ['Popular'], parts: [`part ${toCell(1, 0).id}`], asked: ['popular'] })
  })

  it('are else those that several follow and that have a public name, else the largest towns of the reader’s country', async () => {
    assert.deepEqual((await placesOf({ weather: ['popular', 'followed', 'towns'] })).names, ['Followed'])
    const towns = await placesOf({ weather: ['towns'] })
    assert.deepEqual({ names: towns.names, asked: towns.asked }, { names: ['Town'], asked: ['popular', 'followed', 'towns'] })
    assert.deepEqual((await placesOf({ weather: ['towns'] }, { lang: 'en', timezone: 'UTC' })).names, [])
    assert.deepEqual((await placesOf({})).names, [])
  })

  it('are the next best if a source fails, which is reported', async () => {
    const failed = await placesOf({ fails: ['popular', 'followed'], weather: ['towns'] })
    assert.deepEqual(
      { names: failed.names, errors: failed.errors },
      { names: ['Town'], errors: ['choosing the places of a newsletter', 'choosing the places of a newsletter'] },
    )
    const none = await placesOf({ fails: ['towns'] })
    assert.deepEqual({ names: none.names, errors: none.errors.length }, { names: [], errors: 2 })
  })
})
