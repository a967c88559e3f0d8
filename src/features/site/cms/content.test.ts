import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LANGUAGES } from '../../../messages/languages.ts'
import { cleanBody, renderContent } from './content.ts'
import { listPreferredLanguages } from './routes.ts'
import { createShipped, SHIPPED_SLUGS, readShippedText } from './shipped.ts'

/** Content that must never reach the output. */
const ACTIVE =
  /<\s*(script|style|iframe|object|embed|form|input|svg|math|base|meta|link|template|noscript|video)|\son\w+\s*=|javascript:|vbscript:|data:/i

const ATTACKS = {
  'a script': '<script>alert(1)</script><p>ok</p>',
  'a handler': '<p onclick="alert(1)">ok</p><img src=x onerror=alert(1)>',
  'a handler with odd spacing': '<p/onmouseover=alert(1)>ok</p>',
  'a javascript link': '<a href="javascript:alert(1)">ok</a>',
  'a javascript link in disguise': '<a href="java\nscript:alert(1)">ok</a><a href="&#106;avascript:alert(1)">ok</a>',
  'a data link': '<a href="data:text/html,<script>alert(1)</script>">ok</a>',
  'a style': '<style>@import "http://x.example"</style><p style="background:url(javascript:alert(1))">ok</p>',
  'an SVG': '<svg><script>alert(1)</script></svg><svg/onload=alert(1)>ok',
  'a frame': '<iframe src="https://x.example" srcdoc="<script>alert(1)</script>"></iframe>ok',
  'a form': '<form action="https://x.example"><input name="password"></form>ok',
  'a base': '<base href="https://x.example/">ok',
  'a mutation': '<noscript><p title="</noscript><img src=x onerror=alert(1)>">ok',
  'a mutation in maths': '<math><mtext><table><mglyph><style><!--</style><img title="--><img src=1 onerror=alert(1)>">ok',
  'an unclosed tag': '<img src="x" onerror="alert(1)"<p>ok',
} as const

describe('a body in HTML', () => {
  for (const [what, body] of Object.entries(ATTACKS)) {
    it(`loses ${what}`, () => {
      assert.doesNotMatch(renderContent({ format: 'html', body }), ACTIVE)
      assert.doesNotMatch(cleanBody('html', body), ACTIVE)
    })
  }

  it('keeps the elements of a text', () => {
    const body =
      '<h2 id="a">A</h2><p>b <strong>c</strong> <a href="/pages/terms">d</a></p><table><tr><th scope="row">e</th><td>f</td></tr></table>'
    assert.equal(renderContent({ format: 'html', body }), body)
  })

  it('has one first-level heading, which is the title', () => {
    assert.equal(renderContent({ format: 'html', body: '<h1>x</h1>' }), '<h2>x</h2>')
  })

  it("links out without a word about the reader, and loads no one else's pictures", () => {
    assert.equal(
      renderContent({
        format: 'html',
        body: '<a href="https://x.example" target="_blank">x</a><img src="https://x.example/p.gif"><img src="/p.svg">',
      }),
      '<a href="https://x.example" rel="noopener noreferrer">x</a><img src="/p.svg" />',
    )
  })
})

describe('a body in Markdown', () => {
  for (const [what, body] of Object.entries(ATTACKS)) {
    it(`shows ${what} as text`, () => {
      const html = renderContent({ format: 'markdown', body })
      // What is left is escaped: no tags and no addresses.
      assert.doesNotMatch(
        html.replaceAll(/&lt;[\s\S]*?&gt;/g, ''),
        /<\s*(script|style|iframe|svg|math|form|input|base|img)|href="(?:java|data)/i,
      )
    })
  }

  it('refuses links that execute code', () => {
    assert.doesNotMatch(
      renderContent({ format: 'markdown', body: '[a](javascript:alert(1)) ![b](data:image/svg+xml;base64,PHN2Zz4=)' }),
      /href|src/,
    )
  })

  it('is stored as written', () => {
    assert.equal(cleanBody('markdown', 'a < b & *c*'), 'a < b & *c*')
    assert.equal(renderContent({ format: 'markdown', body: 'a < b & *c*' }), '<p>a &lt; b &amp; <em>c</em></p>\n')
  })
})

describe('the shipped texts', () => {
  const shipped = createShipped(() => ({ name: 'ACME [Weather] <b>', contact: 'hello@example.org' }))
  for (const lang of LANGUAGES) {
    for (const slug of SHIPPED_SLUGS) {
      it(`${slug} is complete in ${lang}`, () => {
        const text = readShippedText(slug, lang)
        assert.ok(text !== null && text.title.length >= 3 && text.description.length > 10 && text.body.length > 300)
        assert.doesNotMatch(text.title + text.description, /^[#>]|\{\{/)
        const html = shipped.content(slug, lang)?.html ?? ''
        assert.doesNotMatch(html, /\{\{|lorem/i)
        assert.doesNotMatch(html, ACTIVE)
        assert.match(text.body, /\{\{ contact \}\}/)
      })
    }
  }

  it('name the operator of the site, as text', () => {
    assert.match(shipped.content('about', 'en')?.html ?? '', /ACME \[Weather\] &lt;b&gt;/)
    assert.match(createShipped(() => ({ name: null, contact: null })).content('about', 'de')?.html ?? '', /der Betreiber dieser Website/)
  })

  it('name the new operator as soon as either of its fields changes', () => {
    let operator = { name: 'Old', contact: 'old@example.org' }
    const changing = createShipped(() => operator)
    const html = () => changing.content('about', 'en')?.html ?? ''
    assert.ok(html().includes('Old') && html().includes('old@example.org'))
    operator = { ...operator, name: 'New' }
    assert.ok(html().includes('New') && html().includes('old@example.org'))
    operator = { ...operator, contact: 'new@example.org' }
    assert.ok(html().includes('New') && html().includes('new@example.org'))
  })

  it('give no access to other files', () => {
    for (const slug of ['../../content', 'en/about', '', 'nothing']) assert.equal(readShippedText(slug, 'en'), null)
  })
})

describe('wantedLanguages', () => {
  for (const [header, languages] of [
    [undefined, ['en']],
    ['de-AT,de;q=0.9,fr;q=0.5', ['de', 'fr', 'en']],
    ['fr;q=0.2, es', ['es', 'fr', 'en']],
    ['sv, de;q=0', ['en']],
    ['ar-EG', ['ar', 'en']],
    ['*', ['en']],
    [',;q=x,,', ['en']],
  ] as const) {
    it(`${header} → ${languages.join()}`, () => assert.deepEqual(listPreferredLanguages(header), languages))
  }
})
