import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { processorMs } from '../../../../test/helpers/processor-time.ts'
import { findChildText, listChildTexts, parseXml } from './xml.ts'

const read = (text: string) => parseXml(Buffer.from(text))

describe('a document', () => {
  it('is read without its prefixes, with CDATA, comments and entities of XML', () => {
    const root = read(
      '<?xml version="1.0"?><!-- x --><c:a xmlns:c="urn:c" k="1" c:l="2"><c:b> &lt;x&#233; </c:b><c:b><![CDATA[<y>]]></c:b><b/></c:a>',
    )
    assert.ok(root !== null)
    assert.deepEqual(
      { name: root.name, namespace: root.namespace, attributes: root.attributes },
      { name: 'a', namespace: 'urn:c', attributes: { k: '1' } },
    )
    assert.deepEqual(listChildTexts(root, 'b'), ['<xé', '<y>'])
    assert.equal(findChildText(root, 'none'), null)
  })

  for (const [what, text] of [
    ['HTML', '<!doctype html><html><body><br></body></html>'],
    ['HTML without a type', '<html><body><p>502<br></body></html>'],
    ['JSON', '{"a":1}'],
    ['nothing', ''],
    ['a truncated one', '<a><b>text</b><b>te'],
    ['two roots', '<a/><a/>'],
    ['an undeclared prefix', '<x:a/>'],
    ['an unknown entity', '<a>&nbsp;</a>'],
    ['a document type', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'],
  ] as const)
    it(`is not ${what}`, () => assert.equal(read(text), null))
})

describe('bombs', () => {
  it('a billion laughs expand to nothing', () => {
    const levels = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
    assert.equal(read(`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY l0 "lol">${levels}]><a>&l9;</a>`), null)
  })

  it('a hundred thousand nested elements', () => {
    assert.equal(read(`${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`), null)
  })

  it('depth at the limit, and one more', () => {
    const nested = (depth: number) => read(`${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`)
    assert.notEqual(nested(24), null)
    assert.equal(nested(25), null)
  })

  it('more elements than any warning has', () => {
    assert.equal(read(`<a>${'<b/>'.repeat(50_000)}</a>`), null)
    assert.equal(read(`<a>${'<b/>'.repeat(49_999)}</a>`)?.children.length, 49_999)
  })

  it('fifty megabytes are not parsed', () => {
    const bytes = Buffer.alloc(50 * 1024 * 1024, '<a>')
    const began = processorMs()
    assert.equal(parseXml(bytes), null)
    assert.ok(processorMs() - began < 500)
  })
})

describe('encodings', () => {
  const euro = (declared: string) => `<?xml version="1.0" encoding="${declared}"?><a>é€</a>`
  const latin = (text: string) => Buffer.from(text.replace('€', ''), 'latin1')

  for (const [what, bytes, text] of [
    ['a byte order mark', Buffer.from(`\ufeff${euro('UTF-8')}`), 'é€'],
    ['UTF-16, little-endian', Buffer.from(`\ufeff${euro('UTF-16')}`, 'utf16le'), 'é€'],
    ['UTF-16, big-endian', Buffer.from(`\ufeff${euro('UTF-16')}`, 'utf16le').swap16(), 'é€'],
    ['Latin-1 that is declared so', latin(euro('ISO-8859-1')), 'é'],
    ['Latin-1 declared as UTF-8', latin(euro('UTF-8')), 'é'],
    ['UTF-8 declared as Latin-1', Buffer.from(euro('ISO-8859-1')), 'é€'],
    [
      'another encoding',
      Buffer.from([...Buffer.from('<?xml version="1.0" encoding="Shift_JIS"?><a>'), 0x97, 0x8b, ...Buffer.from('</a>')]),
      '雷',
    ],
  ] as const)
    it(`knows ${what}`, () => assert.equal(parseXml(bytes)?.text, text))

  it('refuses an unknown one', () => assert.equal(read('<?xml version="1.0" encoding="x-none"?><a/>'), null))
})
