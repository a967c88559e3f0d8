import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestGlobals } from '../../visit/testing/globals.ts'
import type { CityTexts } from '../texts.ts'
import { sharePage } from './share-page.ts'

const WORDS = { copied: 'Copied', notCopied: 'Not copied' } as CityTexts
const setGlobals = createTestGlobals()

/** What the reader is told by a device with these means, on a page with a query. */
function shareWith(means: object): Promise<string> {
  const location = { origin: 'https://skies.example', pathname: '/weather/berlin-52.52,13.41', search: '?from=search' }
  setGlobals({ navigator: means, location })
  return sharePage('Berlin', WORDS)
}

it('a page is shared by the device’s own means, without its query', async () => {
  const shared: unknown[] = []
  assert.equal(await shareWith({ share: async (what: unknown) => void shared.push(what) }), '')
  assert.deepEqual(shared, [{ title: 'Berlin', url: 'https://skies.example/weather/berlin-52.52,13.41' }])
})

it('a page’s address is copied where the device has no such means', async () => {
  const copied: string[] = []
  assert.equal(await shareWith({ clipboard: { writeText: async (text: string) => void copied.push(text) } }), 'Copied')
  assert.deepEqual(copied, ['https://skies.example/weather/berlin-52.52,13.41'])
})

it('a page that could not be shared says so, unless the reader cancelled', async () => {
  const failing = (error: Error) =>
    shareWith({
      async share() {
        throw error
      },
    })
  assert.equal(await failing(new DOMException('', 'AbortError')), '')
  assert.equal(await failing(new DOMException('', 'NotAllowedError')), 'Not copied')
  assert.equal(await failing(new Error('AbortError')), 'Not copied')
})
