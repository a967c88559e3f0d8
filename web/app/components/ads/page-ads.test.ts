import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { READER, Refusal, visitWith } from '../../visit/testing/visit.ts'
import { readPageAds } from './page-ads.server.ts'

const AD = { enabled: true, placement: 'city-detail', clientId: 'ca-pub-1', slotId: '2', format: 'auto' }

type Consent = (typeof READER)['chosen']['consent'] | 'ads' | 'none'

/** The ads of a page, whether it was given their policy, and how often the service was asked. */
async function adsFor(consent: Consent, { isBot = false, ad = AD as unknown }: { isBot?: boolean; ad?: unknown } = {}) {
  let isAllowed = false
  const { context, asked } = visitWith(() => ad, { isBot, allowAds: () => void (isAllowed = true) })
  const view = await readPageAds(context, { ...READER, chosen: { ...READER.chosen, consent } }, ['city-detail', 'home-hero'] as never)
  return { view, isAllowed, paths: asked.map(({ path }) => path) }
}

describe('the ads of a page', () => {
  it('are shown with the visitor’s consent, and only then may the page load them', async () => {
    const { view, isAllowed, paths } = await adsFor('ads')
    const { enabled: _, ...unit } = AD
    assert.deepEqual({ units: view?.units, consent: view?.consent, isAllowed }, { units: [unit, unit], consent: 'ads', isAllowed: true })
    assert.deepEqual(paths, ['/api/ads?placement=city-detail', '/api/ads?placement=home-hero'])
  })

  it('are not shown before a decision, for which the page asks', async () => {
    const { view, isAllowed } = await adsFor('ask')
    assert.deepEqual({ units: view?.units, consent: view?.consent, isAllowed }, { units: [], consent: 'ask', isAllowed: false })
  })

  it('are not shown to those who refused, nor to crawlers; the service is not even asked', async () => {
    for (const visit of [await adsFor('none'), await adsFor('ads', { isBot: true })])
      assert.deepEqual(visit, { view: null, isAllowed: false, paths: [] })
  })

  it('where there are none, neither ask for consent nor change the page’s policy', async () => {
    for (const ad of [{ ...AD, enabled: false }, { ...AD, clientId: null }, { ...AD, slotId: undefined }, new Refusal(503)])
      for (const consent of ['ads', 'ask'] as const) {
        const { view, isAllowed } = await adsFor(consent, { ad })
        assert.deepEqual({ view, isAllowed }, { view: null, isAllowed: false })
      }
  })
})
