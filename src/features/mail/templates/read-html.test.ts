import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readHtml } from './read-html.ts'

function read(html: string) {
  const [texts, elements, refused]: [string[], string[], string[]] = [[], [], []]
  readHtml(html, {
    text: (value) => void texts.push(value),
    element: (name, attributes) => void elements.push([name, ...attributes.map((each) => `${each.name}=${each.value}`)].join(' ')),
    refused: (message) => void refused.push(message),
  })
  return { texts, elements, refused }
}
const body = (inner: string) => read(`<html><head><title>x</title></head><body>${inner}</body></html>`)

describe('the HTML of a rendered mail', () => {
  it('is read from its body on: texts whole, without those of spaces, and elements with decoded attributes', () => {
    const { texts, elements, refused } = body('<p CLASS="a&amp;b">one &#47; two</p> \n <br>')
    assert.deepEqual({ texts, elements, refused }, { texts: ['one / two'], elements: ['body', 'p class=a&b', 'br'], refused: [] })
    assert.deepEqual(read('<p>x</p>').refused, ['The email has no body.'])
    assert.deepEqual(read('<bodyguard>').refused, ['The email has no body.'])
  })

  it('has only elements that are known to be harmless', () => {
    for (const name of ['script', 'iframe', 'form', 'base', 'svg', 'video', 'v:rect', 'o:p'])
      assert.deepEqual(body(`<${name}></${name}>`).refused.slice(0, 1), [`<${name}> is not allowed in an email.`])
    assert.deepEqual(body('<table><tr><td><a href="x">y</a></td></tr></table>').refused, [])
  })

  it('may hold what the compiler writes for Outlook, in conditional comments alone, whose content is read, too', () => {
    const { elements, texts, refused } = body('<!--[if mso]><v:rect fill="t"><p>Outlook</p></v:rect><![endif]-->')
    assert.deepEqual({ elements, texts, refused }, { elements: ['body', 'v:rect fill=t', 'p'], texts: ['Outlook'], refused: [] })
    assert.deepEqual(body('<!--[if !mso]><!--><p>others</p><!--<![endif]-->').refused, [])
    assert.deepEqual(body('<!--[if mso]><script></script><![endif]-->').refused, ['<script> is not allowed in an email.'])
    assert.deepEqual(body('<!--[if mso]><!--[if mso]><p><![endif]--><![endif]-->').refused.length > 0, true)
  })

  it('has comments without markup, whatever CDATA hides, and no further document type', () => {
    assert.deepEqual(body('<!-- a plain remark -->').refused, [])
    assert.deepEqual(body('<!-- <p>x</p> -->').refused, ['Comments must not contain markup.'])
    assert.deepEqual(body('<!doctype html>').refused, ['<!doctype html> is not allowed in an email.'])
    assert.deepEqual(body('<![CDATA[ > <script>x</script> ]]>').refused, ['Comments must not contain markup.'])
  })
})
