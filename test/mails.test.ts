import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { compileMail } from '../src/features/mail/templates/compile.ts'
import { renderSample } from '../src/features/mail/templates/sample-mail.ts'
import type { MailTemplate } from '../src/features/mail/templates/index.ts'
import type { RenderedMail } from '../src/features/mail/outbox/index.ts'
import { mailWords } from '../src/features/mail/catalogue/index.ts'
import { MAILS } from '../src/composition/mails.ts'
import type { UnitSystem } from '../src/domain/units.ts'
import { LANGUAGES } from '../src/messages/languages.ts'

/** `UPDATE_SNAPSHOTS=1` writes the rendered mails and removes snapshots of others; read the difference before you commit it. */
const UPDATE = process.env['UPDATE_SNAPSHOTS'] === '1'
const FOLDER = new URL('snapshots/mails/', import.meta.url)
const SERVICE = { publicUrl: new URL('https://weather.example'), service: 'Isobar' }
const SOURCES = new Set(['https://openweathermap.org/', 'https://open-meteo.com/', 'https://www.weather.gov/'])
/** Gmail shows only the first 102 KB of a mail. */
const CLIPPED_BYTES = 102 * 1024

interface Case {
  readonly name: string
  readonly template: MailTemplate
  readonly sample: MailTemplate['samples'][number]
  readonly language: string
  readonly units: UnitSystem
  /** The HTML of a template's first sample is kept in one language of each direction; the wording is in the text. */
  readonly withHtml: boolean
}

const cases: Case[] = MAILS.flatMap((template) =>
  template.samples.flatMap((sample, index) => {
    const reader = (language: string, units: UnitSystem): Case => ({
      name: `${template.id}.${sample.id}.${language}${units === 'metric' ? '' : `.${units}`}`,
      template,
      sample,
      language,
      units,
      withHtml: index === 0 && units === 'metric' && (language === 'en' || mailWords(language, units).direction === 'rtl'),
    })
    return [...LANGUAGES.map((language) => reader(language, 'metric')), ...(index === 0 ? [reader('en', 'imperial')] : [])]
  }),
)
const compiled = new Map(MAILS.map((template) => [template.id, compileMail(template)]))

function renderCase({ template, sample, language, units }: Case): RenderedMail {
  return renderSample(template, compiled.get(template.id) as ReturnType<typeof compileMail>, sample, { ...SERVICE, language, units })
}

function expectFile(file: string, content: string): void {
  const url = new URL(file, FOLDER)
  if (UPDATE) writeFileSync(url, content)
  assert.equal(content, readFileSync(url, 'utf8'), `${file}: run with UPDATE_SNAPSHOTS=1 if this change is intended`)
}

for (const one of cases) {
  describe(one.name, () => {
    const { subject, html, text } = renderCase(one)

    it('matches its snapshot', () => {
      expectFile(`${one.name}.txt`, `Subject: ${subject}\n\n${text}`)
      if (one.withHtml) expectFile(`${one.name}.html`, `${html.replaceAll('><', '>\n<')}\n`)
    })

    it('leaves nothing unresolved', () => {
      for (const part of [subject, text, html.replaceAll(/<style[\s\S]*?<\/style>/g, '')]) {
        assert.doesNotMatch(part, /\{\{|\{%|%\}|\}\}|\{\w+\}|undefined|\[object|NaN|\bnull\b|liquidz*\d+x/)
        assert.doesNotMatch(part, /\b(?:mail|account|digest|alert|confirm|hazard|severity|frequency|time)\.[a-z]\w*(?:\.\w+)*\b(?!\/)/i)
      }
      assert.doesNotMatch(text, /&(?:[a-z]+|#\d+);/)
      assert.ok(text.split('\n').every((line) => line.length <= 76 || !line.trim().includes(' ')))
    })

    it('loads nothing, and links only to the service and, as their licences ask, to its sources', () => {
      assert.doesNotMatch(html, /<(?:img|script|link|iframe|object|form|input|svg|video)\b|@import|@font-face|url\(|src=|background="/i)
      const addresses = [...html.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, address]) => address as string)
      assert.ok(addresses.length > 0)
      for (const address of addresses) assert.ok(address.startsWith('https://weather.example/') || SOURCES.has(address), address)
    })

    it('declares its language, supports dark mode, and can be unsubscribed from where it should', () => {
      assert.ok(html.startsWith(`<!doctype html><html lang="${one.language}" dir="${one.language === 'ar' ? 'rtl' : 'ltr'}"`))
      assert.match(html, /prefers-color-scheme: dark/)
      assert.equal(/\/api\/unsubscribe\?token=/.test(text), one.template.unsubscribable)
      assert.equal(/\/api\/unsubscribe\?token=/.test(html), one.template.unsubscribable)
    })
  })
}

it('there are no snapshots of mails that are no longer rendered', () => {
  const kept = cases.flatMap(({ name, withHtml }) => [`${name}.txt`, ...(withHtml ? [`${name}.html`] : [])])
  const files = readdirSync(FOLDER)
  if (UPDATE) for (const file of files) if (!kept.includes(file)) rmSync(new URL(file, FOLDER))
  assert.deepEqual(readdirSync(FOLDER).sort(), kept.sort())
})

describe('names and texts from outside', () => {
  const evil = `<script>"'&{{ nome }}{% if %}\r\nBcc: x@y.example`
  const told = new Set([
    'name',
    'event',
    'senderName',
    'description',
    'instruction',
    'cityName',
    'displayName',
    'invitedBy',
    'text',
    'license',
  ])

  /** The same data with every such text replaced, except the ids of parts. */
  function poison(value: unknown, parts: ReadonlyMap<string, object>): unknown {
    if (Array.isArray(value)) return value.map((item) => poison(item, parts))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, own]) => [
        key,
        told.has(key) && typeof own === 'string' && !parts.has(own) ? evil : poison(own, parts),
      ]),
    )
  }

  for (const template of MAILS) {
    for (const sample of template.samples) {
      it(`are shown as text in ${template.id}.${sample.id}`, () => {
        const parts = new Map([...sample.parts].map(([id, part]) => [id, poison(part, sample.parts) as object]))
        const poisoned = { ...sample, data: poison(sample.data, sample.parts) as object, parts }
        const { html, subject, text } = renderSample(template, compileMail(template), poisoned, { ...SERVICE, language: 'en', units: 'si' })
        assert.ok(html.includes('&lt;script&gt;&#34;&#39;&amp;{{ nome }}{% if %}'))
        assert.ok(!html.includes('<script'))
        assert.ok(text.includes('{{ nome }}'))
        assert.doesNotMatch(subject, /[\r\n]/)
      })
    }
  }
})

for (const [language, places] of LANGUAGES.flatMap((each) => [7, 20].map((n) => [each, n] as const))) {
  it(`a digest of ${places} places in ${language}, with warnings for each and the newsletter, stays below what Gmail shows`, () => {
    const template = MAILS.find(({ id }) => id === 'weekly-digest') as MailTemplate
    const [sample] = template.samples as [MailTemplate['samples'][number]]
    const [berlin] = (sample.data as { cities: { part: string }[] }).cities as [{ part: string }]
    const week = sample.parts.get(berlin.part) as { alerts: object[] }
    const alerts = Array.from({ length: 12 }, () => week.alerts)
      .flat()
      .slice(0, 12)
    const cities = Array.from({ length: places }, (_, i) => ({ ...berlin, name: `Villanueva del Rebollar ${i}` }))
    const data = { ...sample.data, cities, newsletter: { places: cities.slice(0, 10) } }
    const whole = { ...sample, data, parts: new Map([[berlin.part, { ...week, alerts }]]) }
    const { html } = renderSample(template, compileMail(template), whole, { ...SERVICE, language, units: 'metric' })
    assert.ok(Buffer.byteLength(html) < CLIPPED_BYTES, `${Buffer.byteLength(html)} bytes`)
  })
}
