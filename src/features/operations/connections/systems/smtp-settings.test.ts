import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../../../errors.ts'
import type { Connection } from '../connections.ts'
import { SMTP_PRESETS } from './smtp-presets.ts'
import { readSmtpPatch, toSmtpServer, type SmtpSettings } from './smtp-settings.ts'

const NOTHING: Connection = {
  id: 'mail-transport',
  enabled: true,
  settings: {},
  secret: null,
  fault: null,
  secretUpdatedAt: null,
  version: 0,
  updatedAt: null,
}
const POSTMARK = readSmtpPatch({ preset: 'postmark', user: 'u', password: 'p' }, NOTHING)
const STORED: Connection = { ...NOTHING, settings: POSTMARK.settings ?? {}, secret: 'p', version: 1 }

function faultsOf(patch: object, former: Connection = NOTHING): string[] {
  try {
    readSmtpPatch(patch as Record<string, unknown>, former)
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'invalid_request')
    return (error.details ?? []).map(({ path }) => path)
  }
  return []
}

describe('SMTP presets', () => {
  it('are complete and encrypted, and none points to this machine', () => {
    assert.ok(SMTP_PRESETS.length > 50)
    for (const { name, host, port, security } of SMTP_PRESETS) {
      assert.ok(['tls', 'starttls'].includes(security), name)
      assert.match(host, /^[a-z\d.-]+\.[a-z]+$/i, name)
      assert.ok(Number.isInteger(port) && port > 0, name)
    }
    for (const name of ['Gmail', 'SES', 'SendGrid', 'Mailgun', 'Postmark', 'Resend', 'Outlook365', 'Mailjet'])
      assert.ok(
        SMTP_PRESETS.some((preset) => preset.name === name),
        name,
      )
  })
})

describe('settings of the mail transport', () => {
  it('take host, port and security from a preset, whatever the case of its name', () => {
    const { settings, secret } = POSTMARK
    const { host, port, preset, security, user } = settings as unknown as SmtpSettings
    assert.deepEqual({ preset, host, user, secret }, { preset: 'Postmark', host: 'smtp.postmarkapp.com', user: 'u', secret: 'p' })
    assert.deepEqual({ port, security }, { port: 2525, security: 'starttls' })
    assert.ok(!JSON.stringify(settings).includes('"p"'))
  })

  it('need a host or a preset, and have defaults for the rest', () => {
    assert.deepEqual(faultsOf({}), ['settings.host'])
    assert.deepEqual(readSmtpPatch({ host: 'mail.example.org' }, NOTHING), {
      settings: { preset: null, host: 'mail.example.org', port: 587, security: 'starttls', user: null, from: null, connections: 5 },
      secret: null,
    })
  })

  it('can be changed one at a time', () => {
    const { settings, secret } = readSmtpPatch({ connections: 9, from: 'Isobar <a@example.org>' }, STORED)
    assert.deepEqual(settings, { ...STORED.settings, connections: 9, from: 'Isobar <a@example.org>' })
    assert.equal(secret, undefined)
    assert.deepEqual(readSmtpPatch(null, STORED), { settings: {}, secret: null })
    assert.equal(readSmtpPatch({ user: null }, STORED).secret, null)
  })

  it('do not carry a stored password over to another server, user or security', () => {
    for (const patch of [{ host: 'evil.example.org' }, { preset: 'Gmail' }, { security: 'none' }, { port: 25 }, { user: 'other' }]) {
      assert.deepEqual(faultsOf(patch, STORED), ['settings.password'], JSON.stringify(patch))
      assert.deepEqual(faultsOf({ ...patch, password: 'q' }, STORED), [])
    }
    assert.deepEqual(faultsOf({ user: 'u', host: 'mail.example.org' }), ['settings.password'])
    assert.deepEqual(faultsOf({ password: null }, STORED), ['settings.password'])
  })

  it('are refused with the name of the faulty one', () => {
    const wrong: [object, string][] = [
      [{ preset: 'nobody' }, 'preset'],
      [{ preset: 5 }, 'preset'],
      [{ host: 'a b' }, 'host'],
      [{ host: 'x', port: 0 }, 'port'],
      [{ host: 'x', port: '25' }, 'port'],
      [{ host: 'x', security: 'ssl' }, 'security'],
      [{ host: 'x', user: 'a\r\nb', password: 'x' }, 'user'],
      [{ host: 'x', from: 'nobody' }, 'from'],
      [{ host: 'x', connections: 51 }, 'connections'],
      [{ host: 'x', user: 'u', password: '' }, 'password'],
      [{ host: 'x', pass: 'y' }, 'pass'],
    ]
    for (const [patch, name] of wrong) assert.ok(faultsOf(patch).includes(`settings.${name}`), JSON.stringify(patch))
  })

  it('convert to a server', () => {
    const settings = STORED.settings as unknown as SmtpSettings
    const server = toSmtpServer(settings, 'p')
    assert.deepEqual(
      { secure: server.secure, starttls: server.starttls, verify: server.verify, auth: server.auth },
      { secure: false, starttls: 'required', verify: true, auth: { user: 'u', pass: 'p' } },
    )
    const starttls = (security: SmtpSettings['security']) => toSmtpServer({ ...settings, security, user: null }, null)
    assert.deepEqual(
      {
        secure: starttls('tls').secure,
        starttlsOpportunisticStarttls: starttls('opportunistic').starttls,
        starttlsNoneStarttls: starttls('none').starttls,
      },
      { secure: true, starttlsOpportunisticStarttls: 'optional', starttlsNoneStarttls: 'off' },
    )
    assert.equal(starttls('tls').auth, null)
  })
})
