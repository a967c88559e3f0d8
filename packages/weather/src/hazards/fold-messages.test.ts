import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Alert } from '../alert.ts'
import { foldOfficial } from './fold.ts'
import { buildTestAlert } from './testing/alert.ts'

/** The folded ids, by their leads. */
const groups = (...alerts: Alert[]) => foldOfficial(alerts).map(({ members }) => members.map(({ id }) => id))

describe('foldOfficial by the identifiers of messages', () => {
  const own = buildTestAlert({
    source: 'dwd',
    id: 'dwd-1',
    event: 'STARKREGEN',
    severity: 'moderate',
    language: 'en',
    messages: ['M.2', 'M.1'],
  })
  const passedOn = (told: Partial<Alert>) =>
    buildTestAlert({ source: 'meteoalarm', id: 'meteoalarm-1', event: 'Orange Rain Warning', severity: 'severe', language: 'en', ...told })
  const otherwise = { start: '2026-07-01T09:00:00Z', end: '2026-07-01T17:00:00Z' }

  it('folds what two sources relay, whatever their wording, severity and time', () => {
    for (const messages of [['M.2'], ['M.1'], ['M.3', 'M.2']])
      assert.deepEqual(groups(passedOn({ ...otherwise, messages }), own), [['dwd-1', 'meteoalarm-1']], messages.join(' '))
  })

  it('separates alerts with no message in common, and two events of one message', () => {
    assert.equal(groups(own, passedOn({ ...otherwise, messages: ['N.1'] })).length, 2)
    assert.equal(groups(own, { ...own, id: 'dwd-2', event: 'STURM' }).length, 2)
    const parts = [passedOn({ messages: ['M.2'] }), passedOn({ ...otherwise, id: 'meteoalarm-2', messages: ['M.2'] })]
    assert.deepEqual(groups(own, { ...own, ...otherwise, id: 'dwd-2' }, ...parts), [
      ['dwd-2', 'meteoalarm-2'],
      ['dwd-1', 'meteoalarm-1'],
    ])
  })
})
