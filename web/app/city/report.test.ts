import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getTranslator } from '../../../src/messages/messages.ts'
import { READER, Refusal, visitWith } from '../visit/testing/visit.ts'
import { sendReport } from './report.server.ts'

const { t } = getTranslator('en')

async function send(fields: Readonly<Record<string, string>>, answer: unknown = {}) {
  const { context, asked } = visitWith(() => answer)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const outcome = await sendReport(context, { lat: 1, lon: 2 }, form, READER)
  return { outcome, bodies: asked.map(({ body }) => body) }
}

describe('a report of wrong weather', () => {
  it('has what was filled in, without what a database cannot store', async () => {
    const { outcome, bodies } = await send({ field: 'temperature', value: ' 5\0 ', comment: '' })
    assert.deepEqual(outcome, { isAccepted: true, status: 200, text: t('city.reportThanks') })
    assert.deepEqual(bodies, [{ lat: 1, lon: 2, field: 'temperature', observedValue: '5', units: 'metric' }])
    assert.deepEqual((await send({ field: 'luck', comment: 'none' })).bodies, [{ lat: 1, lon: 2, field: 'other', comment: 'none' }])
  })

  it('is not sent if it is longer than the service takes', async () => {
    for (const [fields, isSent] of [
      [{ value: 'a'.repeat(100), comment: 'b'.repeat(500) }, true],
      [{ value: 'a'.repeat(101) }, false],
      [{ comment: 'b'.repeat(501) }, false],
    ] as const) {
      const { outcome, bodies } = await send(fields)
      assert.deepEqual({ isAccepted: outcome.isAccepted, bodies: bodies.length }, { isAccepted: isSent, bodies: isSent ? 1 : 0 })
      if (!isSent) assert.deepEqual({ status: outcome.status, text: outcome.text }, { status: 400, text: t('city.reportWrong') })
    }
  })

  it('says why it was refused', async () => {
    for (const [status, text] of [
      [429, t('city.reportTooMany')],
      [400, t('city.reportWrong')],
      [503, t('city.reportFailed')],
    ] as const)
      assert.deepEqual((await send({ comment: 'x' }, new Refusal(status))).outcome, { isAccepted: false, status, text })
  })
})
