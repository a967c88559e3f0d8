import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { System } from '../connections/system.ts'
import { type Facts, listFirstSteps } from './steps.ts'

const weather = { position: 1, region: null, coverage: 'global', reason: null, lacks: [] }
const provider = (of: Partial<System>) => ({ id: 'open-meteo', status: 'ok', weather, ...of }) as System

function done({ set = [], items = [], sentMails = 0 }: { set?: string[]; items?: System[]; sentMails?: number }): string {
  const facts: Facts = { config: { set }, systems: { items }, sentMails }
  return listFirstSteps(facts)
    .filter(({ isDone }) => isDone)
    .map(({ id }) => id)
    .join(' ')
}

it('the first steps are done as the service says, not by ticking them off', () => {
  assert.equal(done({}), 'account')
  assert.equal(done({ set: ['siteName', 'embeds'] }), 'account name')
  assert.equal(done({ sentMails: 1 }), 'account mail')
  assert.equal(done({ set: ['frontPlace'] }), 'account place')
  assert.equal(done({ set: ['noticeAddresses'] }), 'account notices')
  assert.equal(done({ items: [provider({})] }), 'account weather')
  for (const other of [
    provider({ status: 'unknown' }),
    provider({ status: 'failing' }),
    provider({ weather: { ...weather, position: null, reason: 'it is not in the list' } }),
    provider({ id: 'mail-transport', weather: null }),
  ])
    assert.equal(done({ items: [other] }), 'account', JSON.stringify(other))
  assert.equal(
    done({ set: ['frontPlace', 'siteName'], items: [provider({ status: 'failing' }), provider({})], sentMails: 3 }),
    'account name weather mail place',
  )
})
