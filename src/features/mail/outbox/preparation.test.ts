import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SuppressionReason } from '../suppression/index.ts'
import type { MailToRender } from '../templates/index.ts'
import type { LeasedMail } from './outbox-store.ts'
import { createPreparation, type MailToWrite, renderMailMessage } from './preparation.ts'

describe('a batch of mails', () => {
  const mail = (id: string, parts: string[] = []) => ({ id, emailKey: `${id}@example.org`, parts }) as unknown as LeasedMail

  function prepared(suppressed: Readonly<Record<string, SuppressionReason>> = {}) {
    const asked: (readonly string[])[] = []
    const prepare = createPreparation({
      outbox: {
        async findParts(ids) {
          asked.push(ids)
          return ids.filter((id) => id !== 'lost').map((id) => ({ id, json: JSON.stringify({ of: id }) }))
        },
      },
      suppressions: { findSuppressed: async (hashes) => new Map(Object.entries(suppressed).filter(([hash]) => hashes.includes(hash))) },
      addressHash: (emailKey) => `hash of ${emailKey}`,
    })
    return { prepare, asked }
  }

  it('gets each part with one query, once, and each mail only its own', async () => {
    const { prepare, asked } = prepared()
    const mails = await prepare([mail('a', ['p', 'q']), mail('b', ['q', 'lost']), mail('c')])
    assert.deepEqual(
      mails.map(({ partData }) => Object.fromEntries(partData)),
      [{ p: { of: 'p' }, q: { of: 'q' } }, { q: { of: 'q' } }, {}],
    )
    await prepare([mail('d', ['p', 'r', 'lost'])])
    await prepare([mail('e', ['p', 'r'])])
    assert.deepEqual(asked, [
      ['p', 'q', 'lost'],
      ['r', 'lost'],
    ])
  })

  it('says of each address whether it is suppressed', async () => {
    const { prepare, asked } = prepared({ 'hash of b@example.org': 'complaint' })
    const mails = await prepare([mail('a'), mail('b')])
    assert.deepEqual(
      mails.map(({ addressHash, suppressedBy }) => [addressHash, suppressedBy]),
      [
        ['hash of a@example.org', undefined],
        ['hash of b@example.org', 'complaint'],
      ],
    )
    assert.deepEqual({ prepare: await prepare([]), asked }, { prepare: [], asked: [] })
  })
})

describe('the message of a mail', () => {
  const MAIL: MailToWrite = {
    id: '1',
    template: 'weekly-digest',
    kind: 'digest',
    lang: 'nl',
    units: 'metric',
    timezone: 'UTC',
    data: { a: 1 },
    address: 'ada@example.org',
    partData: new Map([['p', { b: 2 }]]),
    unsubscribeToken: 'T',
    unsubscribeScope: 'digest',
  }
  const written = async (mail: MailToWrite) => {
    const rendered: MailToRender[] = []
    const render = async (each: MailToRender) => {
      rendered.push(each)
      return { subject: 's', html: 'h', text: 't' }
    }
    const message = await renderMailMessage(mail, { render, publicUrl: 'https://weather.example', sender: 'no-reply@mail.example' }, 5_000)
    return { message, rendered }
  }

  it('has the address to unsubscribe and the list of its kind, in the language that mails have', async () => {
    const { message, rendered } = await written(MAIL)
    assert.deepEqual(message, {
      id: '1',
      to: 'ada@example.org',
      subject: 's',
      html: 'h',
      text: 't',
      lang: 'en',
      date: 5_000,
      unsubscribeUrl: 'https://weather.example/api/unsubscribe?token=T&scope=digest',
      listId: 'digest.mail.example',
    })
    assert.deepEqual(rendered, [
      {
        id: '1',
        template: 'weekly-digest',
        kind: 'digest',
        lang: 'nl',
        units: 'metric',
        timezone: 'UTC',
        data: { a: 1 },
        parts: new Map([['p', { b: 2 }]]),
        unsubscribe: { token: 'T', scope: 'digest' },
      },
    ])
  })

  it('has neither if it belongs to no subscription', async () => {
    const { message, rendered } = await written({ ...MAIL, unsubscribeToken: null, unsubscribeScope: null })
    assert.deepEqual(
      { unsubscribeUrl: message.unsubscribeUrl, listId: message.listId, unsubscribe: rendered[0]?.unsubscribe },
      { unsubscribeUrl: null, listId: null, unsubscribe: null },
    )
  })
})
