import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getMailWords } from '../catalogue/index.ts'
import { compileMail } from './compile.ts'
import { TemplateError } from './template.ts'

const words = getMailWords('en')
const frame = {
  lang: 'en',
  dir: 'ltr',
  start: 'left',
  end: 'right',
  service: 'Service',
  home: 'https://weather.example/',
  unsubscribe: null,
  preferences: null,
}
const view = { ...frame, preheader: 'before', reason: 'because', credits: [], simulated: false, zone: null, places: ['a', 'b'] }

/** A body whose `content` is on line 3. */
const section = (content: string): string => `<mj-section>\n<mj-column>\n${content}\n</mj-column>\n</mj-section>`
const sources = (mjml: string): { subject: string; mjml: string; text: string } => ({ subject: 'subject', mjml, text: 'text' })

function faultsOf(work: () => unknown): string[] {
  try {
    work()
  } catch (error) {
    if (error instanceof TemplateError) return error.faults.map(({ part, line, message }) => `${part} ${line}: ${message}`)
    throw error
  }
  return []
}

describe('a template error names its part and line', () => {
  const faults: Readonly<Record<string, [mjml: string, fault: RegExp]>> = {
    'an unknown name': [section('<mj-text>{{ nome }}</mj-text>'), /^mjml 3: undefined variable: nome$/],
    'an unknown name after Liquid of several lines': [
      section('{% comment %}\n\n{% endcomment %}\n<mj-text>{{ nome }}</mj-text>'),
      /^mjml 6: /,
    ],
    'an unknown name in an attribute': [section('<mj-button\nhref="{{ nome }}">x</mj-button>'), /^mjml 4: undefined variable: nome$/],
    'a property of the prototype': [section('<mj-text>{{ service.constructor }}</mj-text>'), /^mjml 3: undefined variable/],
    'an unknown filter': [section('<mj-text>{{ service | upper }}</mj-text>'), /^mjml 3: undefined filter: upper$/],
    'an unknown string': [section("<mj-text>{{ 'no.such' | t }}</mj-text>"), /^mjml 3: The catalogue has no 'no.such'\.$/],
    'a string without its parameter': [section("<mj-text>{{ 'mail.sentBy' | t }}</mj-text>"), /^mjml 3: The message needs 'service'\.$/],
    'a block that is left open': [section('<mj-text>{% if service %}</mj-text>'), /^mjml 3: tag .* not closed$/],
    'an element that is left open': [section('<mj-text>'), /^mjml 3: <mj-text> is not closed before <\/mj-column> on line 4\.$/],
    'an element too many': [section('</mj-text>'), /^mjml 2: <mj-column> is not closed before <\/mj-text> on line 3\.$/],
    'an unknown element': [section('<mj-txt>x</mj-txt>'), /^mjml 3: <mj-txt> is not allowed here\.$/],
    'a file to include': [section('<mj-include path="/etc/passwd" />'), /^mjml 3: <mj-include> is not allowed here\.$/],
    'a Liquid file to include': [section('<mj-text>{% include "../package.json" %}</mj-text>'), /^mjml 3: ENOENT/],
    'elements that lie too deep': [
      section(`<mj-text>\n${'<é:x_>'.repeat(5_000)}${'</é:x_>'.repeat(5_000)}</mj-text>`),
      /^mjml 4: <é:x_> is nested more than 60 levels deep/,
    ],
    'a broken attribute': [section('<mj-text color=red>x</mj-text>'), /^mjml 3: invalid attribute/],
    'a bare angle bracket': [section('<mj-text>1 < 2</mj-text>'), /^mjml 3: invalid element/],
    'Liquid where the compiler drops it': [section('<mj-text {{ service }}>x</mj-text>'), /^mjml 3: Liquid is not supported here/],
    'a fragment without a key': [section('<mj-text>{% cache zone %}x{% endcache %}</mj-text>'), /^mjml 3: cache needs a text/],
    'more memory than a mail needs': [section('<mj-text>{% for i in (1..9000000) %}x{% endfor %}</mj-text>'), /^mjml 3: memory/],
    'a mail without end': [
      section('<mj-text>{% for i in (1..400000) %}xxxx{% endfor %}</mj-text>'),
      /^mjml \d: (The output is too long|template render)/,
    ],
  }
  for (const [what, [mjml, fault]] of Object.entries(faults)) {
    it(what, () => {
      const found = faultsOf(() => compileMail(sources(mjml)).render(view, words))
      assert.equal(found.length, 1)
      assert.match(found[0] as string, fault)
    })
  }

  it('in the subject and in the text, all reported at once', () => {
    const found = faultsOf(() => compileMail({ subject: '{{', mjml: section('<mj-text>'), text: 'a\nb {% endif %}' }))
    assert.equal(found.length, 3)
    assert.match(found[0] as string, /^subject 1: /)
    assert.match(found[1] as string, /^mjml 3: /)
    assert.match(found[2] as string, /^text 2: /)
    assert.match(
      faultsOf(() => compileMail({ ...sources(section('')), text: '\n\n{{ nome }}' }).render(view, words))[0] as string,
      /^text 3: /,
    )
    assert.deepEqual(
      faultsOf(() => compileMail({ ...sources(section('')), subject: '{% if zone %}x{% endif %}' }).render(view, words)),
      ['subject 1: The subject is empty.'],
    )
  })
})

describe('a filled-in value', () => {
  const name = `<script>alert("x")</script> & 'y' {{ nome }} {% if %}`
  const rendered = compileMail({
    subject: '{{ name }}\r\nBcc: a@b.example',
    mjml: section('<mj-text>{{ name }}</mj-text><mj-button href="https://weather.example/?q={{ name }}">x</mj-button>'),
    text: 'text: {{ name }}',
  }).render({ ...view, name }, words)

  it('is escaped in the HTML, also in attributes', () => {
    const escaped = '&lt;script&gt;alert(&#34;x&#34;)&lt;/script&gt; &amp; &#39;y&#39; {{ nome }} {% if %}'
    assert.ok(rendered.html.includes(`>${escaped}</div>`))
    assert.ok(rendered.html.includes(`href="https://weather.example/?q=${escaped}"`))
    assert.ok(!rendered.html.includes('<script'))
  })

  it('stays unchanged in the text and in the subject, which stays on one line', () => {
    assert.ok(rendered.text.includes(`text: ${name}`))
    assert.equal(rendered.subject, `${name} Bcc: a@b.example`)
  })

  it('may look like the placeholders that replace Liquid while compiling', () => {
    const mail = compileMail(sources(section('<mj-text>liquid0x {{ name }} liquidz1x</mj-text>')))
    assert.ok(mail.render({ ...view, name: 'liquid1x' }, words).html.includes('>liquid0x liquid1x liquidz1x</div>'))
  })
})

describe('the frame', () => {
  it('states the language, direction, reason and sender', () => {
    const { html, text } = compileMail(sources(section('<mj-text>x</mj-text>'))).render({ ...view, lang: 'ar', dir: 'rtl' }, words)
    assert.match(html, /^<!doctype html><html lang="ar" dir="rtl"/)
    assert.match(html, /<title>subject<\/title>/)
    assert.match(html, /<meta name="color-scheme" content="light dark"/)
    assert.equal(text, 'text\n\n--------\n\nbecause\n\nSent by Service, https://weather.example/\n')
  })

  it('states first that the weather is simulated', () => {
    const { html, text } = compileMail(sources(section('<mj-text>x</mj-text>'))).render({ ...view, simulated: true }, words)
    assert.ok(text.startsWith('Simulated weather, made up for demonstration.'))
    assert.match(html, /Simulated weather, made up for demonstration\./)
  })
})

describe('a cached fragment', () => {
  const mail = compileMail({
    subject: 'subject',
    mjml: section('{% cache key %}<mj-text>[{{ value }}]</mj-text>{% endcache %}'),
    text: '{% cache key %}[{{ value }}]{% endcache %}',
  })

  it('is rendered once for each key and place in a template', () => {
    const of = (key: string, value: string): string[] => {
      const { html, text } = mail.render({ ...view, key, value }, words)
      return [/>\[(.*?)\]</.exec(html)?.[1] ?? '', /^\[(.*?)\]/.exec(text)?.[1] ?? '']
    }
    assert.deepEqual(of('one', '−1 °C & 東京'), ['−1 °C &amp; 東京', '−1 °C & 東京'])
    assert.deepEqual(of('two', 'b'), ['b', 'b'])
    assert.deepEqual(of('one', 'c'), ['−1 °C &amp; 東京', '−1 °C & 東京'])
  })
})
