import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSmtpUrl } from './smtp-server.ts'

describe('SMTP_URL', () => {
  it('contains all that is needed', () => {
    assert.deepEqual(parseSmtpUrl('smtp://user%40example.org:p%40ss%2F@mail.example:2525?starttls=optional&verify=off&connections=9'), {
      host: 'mail.example',
      port: 2525,
      secure: false,
      starttls: 'optional',
      verify: false,
      auth: { user: 'user@example.org', pass: 'p@ss/' },
      connections: 9,
    })
    assert.deepEqual(parseSmtpUrl('smtps://mail.example'), {
      host: 'mail.example',
      port: 465,
      secure: true,
      starttls: 'required',
      verify: true,
      auth: null,
      connections: 5,
    })
  })

  it('requires TLS except on loopback', () => {
    const starttls = ['mail.example', '10.0.0.1', 'localhost', '127.0.0.1', '[::1]'].map((host) => {
      const server = parseSmtpUrl(`smtp://${host}`)
      return 'fault' in server ? server.fault : [server.host, server.starttls, server.port]
    })
    assert.deepEqual(starttls, [
      ['mail.example', 'required', 587],
      ['10.0.0.1', 'required', 587],
      ['localhost', 'optional', 587],
      ['127.0.0.1', 'optional', 587],
      ['::1', 'optional', 587],
    ])
  })

  it('is refused if it is wrong, without quoting it', () => {
    const wrong = [
      'mail.example',
      'https://u:secret@mail.example',
      'smtp://',
      'smtp://u:secret@mail.example/path',
      'smtp://u:secret@mail.example#x',
      'smtp://u:secret@mail.example?tls=off',
      'smtp://u:secret@mail.example?starttls=no',
      'smtp://u:secret@mail.example?verify=maybe',
      'smtp://u:secret@mail.example?connections=0',
      'smtp://u:secret@mail.example?connections=51',
      'smtp://u@mail.example',
      'smtp://u:%E0%A4@mail.example',
      'smtp://u:secret@mail.example:99999',
    ]
    for (const text of wrong) {
      const server = parseSmtpUrl(text)
      assert.ok('fault' in server, text)
      assert.doesNotMatch(server.fault, /secret|mail\.example/)
    }
  })
})
