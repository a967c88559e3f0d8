import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { UnitSystem } from '@isobar/weather'
import { MAILS } from '../src/composition/mails.ts'
import type { RenderedMail } from '../src/features/mail/outbox/index.ts'
import { renderMailMessage } from '../src/features/mail/outbox/preparation.ts'
import { compileMail } from '../src/features/mail/templates/compile.ts'
import type { MailTemplate } from '../src/features/mail/templates/index.ts'
import { renderSample } from '../src/features/mail/templates/samples.ts'
import { LANGUAGES } from '../src/messages/languages.ts'
import { writeMessage } from '../src/platform/mail/message.ts'
import { outlineOf } from './helpers/mail-outline.ts'

/** `UPDATE_SNAPSHOTS=1` writes the snapshots and removes those of other mails; read the difference before you commit it. */
const UPDATE = process.env['UPDATE_SNAPSHOTS'] === '1'
const FOLDER = new URL('snapshots/mails/', import.meta.url)
const SERVICE = { publicUrl: new URL('https://weather.example'), service: 'Isobar' }
const SENDER = { name: 'Isobar', address: 'no-reply@weather.example' }
const SAMPLE_TOKEN = '00000000-0000-4000-8000-000000000000'
/** A mail of the outbox as far as its headers need it. */
const LEASED = {
  id: '019aa000-0000-7000-8000-000000000001',
  kind: 'digest' as const,
  template: '',
  address: 'ann@example.org',
  timezone: 'UTC',
  data: {},
  partData: new Map(),
  unsubscribeScope: null,
}
const SOURCES = new Set(['https://openweathermap.org/', 'https://open-meteo.com/', 'https://www.weather.gov/'])
/** Gmail shows only the first 102 KB of a mail. */
const CLIPPED_BYTES = 102 * 1024

interface Case {
  readonly template: MailTemplate
  readonly sample: MailTemplate['samples'][number]
  readonly language: string
  readonly units: UnitSystem
}

const cases: Case[] = MAILS.flatMap((template) =>
  template.samples.flatMap((sample, index) => [
    ...LANGUAGES.map((language) => ({ template, sample, language, units: 'metric' as const })),
    ...(index === 0 ? [{ template, sample, language: 'en', units: 'imperial' as const }] : []),
  ]),
)
const compiled = new Map(MAILS.map((template) => [template.id, compileMail(template)]))

function renderCase({ template, sample, language, units }: Case): RenderedMail {
  return renderSample(template, compiled.get(template.id) as ReturnType<typeof compileMail>, sample, { ...SERVICE, language, units })
}

/** The headers that say what the mail is, as they are sent. */
async function headersOf({ template, language, units }: Case, { subject, html, text }: RenderedMail): Promise<string[]> {
  const message = await renderMailMessage(
    { ...LEASED, lang: language, units, unsubscribeToken: template.unsubscribable ? SAMPLE_TOKEN : null },
    { render: () => ({ subject, html, text }), publicUrl: SERVICE.publicUrl.origin, sender: SENDER.address },
    0,
  )
  const [head = ''] = writeMessage(message, SENDER).bytes.toString().split('\r\n\r\n', 1)
  return [`Subject: ${subject}`, ...head.split('\r\n').filter((line) => /^(?:content-language|list-)/i.test(line))]
}

/**
 * In English, the text and the outline of the HTML of each sample. In other languages, the lines of the text that no earlier section of the
 * file has; Arabic, which runs from right to left, has an outline of the first sample. `shapeOf` compares the other outlines.
 */
async function snapshotOf(group: readonly Case[]): Promise<string> {
  const seen = new Set<string>()
  const sections: string[] = []
  for (const one of group) {
    const mail = renderCase(one)
    const isEnglish = one.language === 'en' && one.units === 'metric'
    const lines = [...(await headersOf(one, mail)), '', ...mail.text.trimEnd().split('\n')]
    const shown = isEnglish ? lines : lines.filter((line) => !seen.has(line))
    for (const line of lines) if (line.trim() !== '') seen.add(line)
    const outline = isEnglish || (one.language === 'ar' && one === group[0]) ? ['', '--- HTML', ...outlineOf(mail.html)] : []
    sections.push(
      [`=== ${one.sample.id}${one.units === 'metric' ? '' : `, ${one.units}`}`, ...shown, ...outline]
        .join('\n')
        .replaceAll(/\n{3,}/g, '\n\n')
        .trimEnd(),
    )
  }
  return `${sections.join('\n\n')}\n`
}

const groups = Map.groupBy(cases, ({ template, language }) => `${template.id}.${language}.txt`)

describe('snapshots', () => {
  for (const [file, group] of groups) {
    it(file, async () => {
      const url = new URL(file, FOLDER)
      const content = await snapshotOf(group)
      if (UPDATE) writeFileSync(url, content)
      assert.equal(content, readFileSync(url, 'utf8'), `${file}: run with UPDATE_SNAPSHOTS=1 if this change is intended`)
    })
  }

  it('are those of mails that exist', () => {
    if (UPDATE) for (const file of readdirSync(FOLDER)) if (!groups.has(file)) rmSync(new URL(file, FOLDER))
    assert.deepEqual(readdirSync(FOLDER).toSorted(), [...groups.keys()].toSorted())
  })
})

/** What the outline of a mail has in every language: its links, rows, headings and images, without words. */
const shapeOf = (html: string): string[] =>
  outlineOf(html).map((line) => (line.match(/^#+ |\{lang=\} \{dir=auto\}|!?\[|\]\([^)]*\)| \| /g) ?? []).join(''))

for (const one of cases) {
  describe(`${one.template.id}.${one.sample.id}.${one.language}.${one.units}`, () => {
    const { subject, html, text } = renderCase(one)

    it('has the links, headings, rows and images of the English mail', () => {
      assert.deepEqual(shapeOf(html), shapeOf(renderCase({ ...one, language: 'en' }).html))
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
      // Their page, where a button ends them: scanners open every link of a body.
      assert.equal(/example\/unsubscribe\?token=/.test(text), one.template.unsubscribable)
      assert.equal(/example\/unsubscribe\?token=/.test(html), one.template.unsubscribable)
      assert.doesNotMatch(text + html, /\/api\/unsubscribe/)
    })
  })
}

describe('names and texts from outside', () => {
  const evil = `<script>"'&{{ nome }}{% if %}\r\nBcc: x@y.example`
  const untrusted = new Set([
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
    'title',
  ])

  /** The same data with every such text replaced, except the ids of parts. */
  function poison(value: unknown, parts: ReadonlyMap<string, object>): unknown {
    if (Array.isArray(value)) return value.map((item) => poison(item, parts))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, own]) => [
        key,
        untrusted.has(key) && typeof own === 'string' && !parts.has(own) ? evil : poison(own, parts),
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
