import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { html, renderPage } from './plain-page.ts'

describe('html', () => {
  it('escapes text, for content and for quoted attributes', () => {
    const text = `<b title="x" data='y'>&amp;</b>`
    const escaped = '&lt;b title=&quot;x&quot; data=&#39;y&#39;&gt;&amp;amp;&lt;/b&gt;'
    assert.equal(html`<p title="${text}">${text}</p>`.markup, `<p title="${escaped}">${escaped}</p>`)
  })

  it('keeps markup, joins lists, writes numbers, and omits missing values', () => {
    const items = ['a<', 'b'].map((item) => html`<i>${item}</i>`)
    assert.equal(html`${items}${null}${undefined}${false}${0}${html`<hr />`}${['x', 1]}`.markup, '<i>a&lt;</i><i>b</i>0<hr />x1')
  })

  it('neutralises lone surrogates', () => assert.equal(html`${'\ud800'}`.markup, '\ufffd'))
})

describe('renderPage', () => {
  const page = {
    lang: 'ar',
    direction: 'rtl',
    title: 'A & B',
    body: html`<p>${'<1>'}</p>`,
    siteName: 'S',
  } as const

  it('is a complete document with its language, direction and policy', () => {
    const text = renderPage(page, 'abc')
    assert.match(text, /^<!doctype html>\s*<html lang="ar" dir="rtl">/)
    assert.match(text, /<title>A &amp; B · S<\/title>/)
    assert.match(text, /<meta name="robots" content="noindex, nofollow" \/>/)
    assert.match(text, /<style nonce="abc">/)
    assert.match(text, /<p>&lt;1&gt;<\/p>/)
    assert.doesNotMatch(text, /<script|undefined|false/)
  })
})
