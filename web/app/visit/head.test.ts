import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildAlternates } from './head.server.ts'

const PAGE = 'https://weather.example/pages/about'

describe('the addresses of a page in its languages', () => {
  it('include each language, and the default for everybody else', () => {
    assert.deepEqual(buildAlternates(PAGE, ['en', 'de'], 'de'), {
      canonical: `${PAGE}?lang=de`,
      links: [
        { lang: 'en', href: PAGE },
        { lang: 'de', href: `${PAGE}?lang=de` },
        { lang: 'x-default', href: PAGE },
      ],
    })
  })

  it('are a single one if there is one language', () => {
    assert.deepEqual(buildAlternates(PAGE, ['en'], 'en'), { canonical: PAGE, links: [] })
  })
})
