import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Unit } from '../store.ts'
import { CONFIRMED, PROVED, buildTestSubscription, UNCONFIRMED } from '../testing/rows.ts'
import { findNamed, listVisible, buildVisibleFilter } from './visible.ts'

describe('what a token shows', () => {
  const clientOf = (isOn: boolean, confirmation: typeof CONFIRMED) =>
    buildVisibleFilter({ confirmation: () => isOn }, buildTestSubscription({ confirmation }), ['newsletter'])

  it('is the whole address only with double opt-in, and only if a confirmation link proved it', () => {
    const own = { emailKey: 'ada@example.org', client: 'client', types: ['newsletter'] }
    assert.deepEqual(clientOf(true, PROVED), { ...own, client: null })
    for (const confirmation of [CONFIRMED, UNCONFIRMED]) assert.deepEqual(clientOf(true, confirmation), own)
    for (const confirmation of [PROVED, CONFIRMED, UNCONFIRMED]) assert.deepEqual(clientOf(false, confirmation), own)
  })

  it('of the whole address leaves out what is not confirmed or was ended; of one client it does not', async () => {
    const rows = [
      buildTestSubscription(),
      buildTestSubscription({ confirmation: UNCONFIRMED }),
      buildTestSubscription({ ended: { at: 1, by: null } }),
    ]
    const unit = { listActive: async () => rows } as unknown as Unit
    const list = (client: string | null) => listVisible(unit, { emailKey: 'a', client, types: [] })
    assert.deepEqual({ list: await list(null), listClient: await list('client') }, { list: rows.slice(0, 1), listClient: rows })
  })

  it('is nothing if nobody has it', async () => {
    const store = { findByToken: async (token: string) => (token === 'known' ? buildTestSubscription() : undefined) }
    assert.equal((await findNamed({ store: store as never }, 'known')).id, 'id')
    await assert.rejects(findNamed({ store: store as never }, 'other'), { code: 'not_found' })
  })
})
