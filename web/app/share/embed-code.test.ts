import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { writeEmbedCode, readEmbedOptions } from './embed-code.server.ts'

const READER = { lang: 'de', units: 'uk' } as const

describe('optionsIn', () => {
  it('has the reader’s language and units by default', () => {
    assert.deepEqual(readEmbedOptions(new URLSearchParams(), READER), { size: 'large', days: '5', theme: 'auto', units: 'uk', in: 'de' })
  })

  it('takes what is asked for, and ignores what there is not', () => {
    const asked = new URLSearchParams({ size: 'small', days: '7', theme: 'dark', units: 'si', in: 'ar' })
    assert.deepEqual(readEmbedOptions(asked, READER), Object.fromEntries(asked))
    const wrong = new URLSearchParams({ size: 'huge', days: '8', theme: 'pink', units: 'kelvin', in: 'xx' })
    assert.deepEqual(readEmbedOptions(wrong, READER), readEmbedOptions(new URLSearchParams(), READER))
  })
})

describe('embedCode', () => {
  const options = readEmbedOptions(new URLSearchParams({ days: '3' }), READER)

  it('is a frame of the place, without anything that a page could be attacked with', () => {
    const { src, code } = writeEmbedCode('https://weather.example', 'berlin-52.52,13.41', options, () => '"><script>&')
    assert.equal(src, '/embed/berlin-52.52,13.41?lang=de&theme=auto&units=uk&size=large&days=3')
    assert.ok(
      code.startsWith(`<iframe src="https://weather.example${src.replaceAll('&', '&amp;')}" title="&quot;>&lt;script>&amp;" width="100%" `),
    )
    assert.match(code, / loading="lazy"><\/iframe>$/)
  })

  it('is higher with days, and names none where none are shown', () => {
    const heightOf = (query: Record<string, string>) =>
      writeEmbedCode('', 'x-1,2', readEmbedOptions(new URLSearchParams(query), READER), () => '').height
    assert.ok(heightOf({ days: '3' }) > heightOf({ days: '0' }))
    assert.ok(heightOf({ days: '0' }) > heightOf({ size: 'small' }))
    assert.doesNotMatch(writeEmbedCode('', 'x-1,2', readEmbedOptions(new URLSearchParams({ size: 'small' }), READER), () => '').src, /days/)
  })
})
