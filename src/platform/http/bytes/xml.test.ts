import assert from 'node:assert/strict'
import { it } from 'node:test'
import { writeXmlElement, writeXmlLeaf, escapeXml } from './xml.ts'

it('text is escaped, without what XML cannot hold', () => {
  assert.equal(escapeXml('a & b < c > d "e" \'f\''), "a &amp; b &lt; c &gt; d &quot;e&quot; 'f'")
  assert.equal(escapeXml('1\u00002\u000b3\u001f4\uffff5\ufffe'), '12345')
  assert.equal(escapeXml('tab\tline\nreturn\r'), 'tab\tline\nreturn&#13;')
  assert.equal(escapeXml('half \ud800 of a pair, whole \u{1f327}'), 'half \ufffd of a pair, whole \u{1f327}')
})

it('an element has its attributes and content in their order, and leaves out what is null', () => {
  assert.equal(writeXmlElement('a', {}), '<a/>')
  assert.equal(writeXmlElement('a', { href: '/?x=1&y="2"', rel: null }), '<a href="/?x=1&amp;y=&quot;2&quot;"/>')
  assert.equal(
    writeXmlElement('a', { n: '1' }, '<b/>', null, writeXmlLeaf('c', 'd<'), writeXmlLeaf('e', null)),
    '<a n="1"><b/><c>d&lt;</c></a>',
  )
})
