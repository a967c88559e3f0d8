import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Parser } from 'htmlparser2'
import { LANGUAGES } from '../../src/messages/languages.ts'
import { openSite } from './browser.ts'

/** A space before a comma, which screen readers pause at; a word and a comma that another element begins with are one text. */
const SPACED = /\S{0,20}[\s\u00a0\u202f]+[,،、]\S{0,20}/u
const SILENT = new Set(['script', 'style', 'title', 'template'])
const BLOCKS =
  /^(?:address|article|aside|br|dd|div|dl|dt|fieldset|footer|form|h\d|header|hr|label|legend|li|main|nav|ol|option|p|search|section|select|summary|table|tbody|td|th|thead|tr|ul)$/

/** The texts of a page, one for each block. */
function textsOf(html: string): string[] {
  const texts = ['']
  let silent = 0
  const parser = new Parser({
    onopentag(name, { 'aria-hidden': hidden }) {
      if (SILENT.has(name) || (silent > 0 && name !== 'path') || hidden === 'true') silent += 1
      if (BLOCKS.test(name)) texts.push('')
    },
    ontext(text) {
      if (silent === 0) texts[texts.length - 1] += text
    },
    onclosetag(name) {
      if (silent > 0 && name !== 'path') silent -= 1
      if (BLOCKS.test(name)) texts.push('')
    },
  })
  parser.end(html)
  return texts
}

const PATHS = [
  '/',
  '/?q=springfield',
  '/weather/oslo-59.91,10.75',
  '/weather/oslo-59.91,10.75?extra',
  '/weather/oslo-59.91,10.75/sources',
  '/map',
  '/warnings',
  '/warnings/de',
  '/accuracy',
  '/settings',
  '/subscribe',
  '/pages/about',
  '/nowhere',
]

describe('what screen readers say', () => {
  const site = openSite()

  it('is found by this test', () => {
    const spaced = (html: string) => textsOf(html).filter((text) => SPACED.test(text))
    assert.deepEqual(spaced('<p>Rain <span class="unseen">, </span>5°</p>'), ['Rain , 5°'])
    assert.deepEqual(spaced('<p>Rain<span>, </span>5°</p><p>, </p><p>a <b aria-hidden="true">x<i></i></b></p><script>a , b</script>'), [])
  })

  for (const lang of LANGUAGES)
    it(`has no space before a comma on any page: ${lang}`, async () => {
      // The second time the weather is there.
      await site.app.get('/weather/oslo-59.91,10.75?extra', { accept: 'text/html' })
      for (const path of PATHS) {
        const { text } = await site.app.get(`${path}${path.includes('?') ? '&' : '?'}lang=${lang}`, { accept: 'text/html' })
        assert.ok(text.includes(`<html lang="${lang}"`), path)
        assert.deepEqual(
          textsOf(text).flatMap((each) => SPACED.exec(each)?.[0] ?? []),
          [],
          path,
        )
      }
    })
})
