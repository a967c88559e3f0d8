import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { mjmlToHtml } from './mjml-engine.ts'

const SMALL = '<mjml><mj-body><mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section></mj-body></mjml>'

it('compiles again after a crash, and a crashed engine does no harm when it is garbage-collected', async () => {
  const deep = `<mjml><mj-body>${'<mj-section>'.repeat(5_000)}${'</mj-section>'.repeat(5_000)}</mj-body></mjml>`
  for (let time = 0; time < 2; time++) {
    assert.equal(mjmlToHtml(deep), null)
    assert.equal(mjmlToHtml(SMALL)?.type, 'success')
  }
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let time = 0; time < 3; time++) {
    collect()
    await sleep(5)
  }
  assert.equal(mjmlToHtml(SMALL)?.type, 'success')
})
