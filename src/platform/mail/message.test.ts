import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import PostalMime from 'postal-mime'
import { writeMessage } from './message.ts'
import { MailFailure, type MailMessage } from './transport.ts'

const FROM = { name: 'Isobar Wetter für alle', address: 'no-reply@weather.example' }
const MESSAGE: MailMessage = {
  id: '019aa000-0000-7000-8000-000000000001',
  to: 'Ann@bücher.example',
  subject: 'Ihre Woche in München: 7 °C, Regen',
  text: 'Müßig\n.\n..beginnt mit Punkten\nFrom here on\n',
  html: `<p lang="de">Müßig &amp; grün</p>\n${'x'.repeat(3_000)}\n`,
  lang: 'de',
  date: Date.parse('2026-11-21T06:07:08Z'),
  unsubscribeUrl: 'https://weather.example/api/unsubscribe?token=0b7e3f64&scope=digest',
  listId: 'digest.weather.example',
}

const written = async (change: Partial<MailMessage> = {}) => writeMessage({ ...MESSAGE, ...change }, FROM).bytes.toString('latin1')
const headerNames = (raw: string): string[] =>
  (raw.slice(0, raw.indexOf('\r\n\r\n')).match(/^[\w-]+(?=:)/gm) ?? []).map((name) => name.toLowerCase())

describe('a message', () => {
  it('is what its reader sees', async () => {
    const mail = await PostalMime.parse(await written())
    assert.deepEqual(mail.from, { name: FROM.name, address: FROM.address })
    assert.deepEqual(mail.to, [{ name: '', address: 'Ann@xn--bcher-kva.example' }])
    assert.equal(mail.subject, MESSAGE.subject)
    assert.equal(mail.text?.trim(), MESSAGE.text.trim())
    assert.equal(mail.html?.trim(), MESSAGE.html.trim())
    assert.equal(mail.messageId, `<${MESSAGE.id}@weather.example>`)
    assert.equal(mail.date, '2026-11-21T06:07:08.000Z')
  })

  it('describes itself in its headers, and nothing else', async () => {
    const raw = await written()
    const { headers } = await PostalMime.parse(raw)
    const of = Object.fromEntries(headers.map(({ key, value }) => [key, value]))
    assert.equal(of['list-unsubscribe'], `<${MESSAGE.unsubscribeUrl}>`)
    assert.equal(of['list-unsubscribe-post'], 'List-Unsubscribe=One-Click')
    assert.equal(of['list-id'], '<digest.weather.example>')
    assert.equal(of['auto-submitted'], 'auto-generated')
    assert.equal(of['content-language'], 'de')
    assert.match(raw, /^Date: Sat, 21 Nov 2026 06:07:08 \+0000\r$/m)
    assert.deepEqual(headerNames(raw).toSorted(), [
      'auto-submitted',
      'content-language',
      'content-type',
      'date',
      'from',
      'list-id',
      'list-unsubscribe',
      'list-unsubscribe-post',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ])
  })

  it('has no list headers if it belongs to no list', async () => {
    assert.doesNotMatch(await written({ unsubscribeUrl: null, listId: null }), /^list-/im)
  })

  it('is safe for any transport: short lines of ASCII', async () => {
    const raw = await written()
    assert.ok(raw.split('\r\n').every((line) => line.length <= 998 && /^[\x20-\x7e\t]*$/.test(line)))
  })

  it('limits its subject, and accepts any text in names', async () => {
    const raw = await written({ subject: `${'x'.repeat(2_000)} ü` })
    assert.equal((await PostalMime.parse(raw)).subject, 'x'.repeat(250))
    for (const name of ['Weather, "here" <now> \\o/', 'Wetter – heute; morgen', '=?utf-8?Q?x?=', 'a'.repeat(200)]) {
      const mail = writeMessage(MESSAGE, { name, address: FROM.address }).bytes
      assert.deepEqual((await PostalMime.parse(mail)).from, { name, address: FROM.address })
    }
  })

  it('shows a subject that looks like an encoded word as it is', async () => {
    const subject = '=?utf-8?Q?x?= and more'
    assert.equal((await PostalMime.parse(await written({ subject }))).subject, subject)
  })

  it('takes no header from a subject or a body', async () => {
    const raw = await written({
      subject: 'Rain\r\nBcc: bob@example.org\n\nX-Evil: 1\0\u2028 and \ud800 more',
      text: '\r\nBcc: bob@example.org\r\n\r\n',
    })
    assert.ok(!headerNames(raw).some((name) => ['bcc', 'x-evil'].includes(name)))
    assert.equal((await PostalMime.parse(raw)).subject, 'Rain Bcc: bob@example.org X-Evil: 1 \u2028 and \ufffd more')
  })

  it('is not written to an invalid address', async () => {
    for (const to of ['ann@example.org\r\nBcc: bob@example.org', 'ann@example.org, bob@example.org', 'änn@example.org', '']) {
      await assert.rejects(written({ to }), (error: MailFailure) => error instanceof MailFailure && error.kind === 'rejected')
    }
  })

  it('refuses control characters in fields that are not text', async () => {
    for (const change of [{ lang: 'de\r\nX: 1' }, { id: 'a\r\nX: 1' }, { unsubscribeUrl: 'https://x/\r\nX: 1' }, { listId: 'a\nb' }]) {
      await assert.rejects(written(change), RangeError)
    }
  })
})
