import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newPrivateKey } from '../../test/helpers/weatherkit.ts'
import { loadConfig } from './config.ts'
import { buildEnvironmentView } from './environment-view.ts'
import { VARIABLES } from './variables.ts'

describe('the environment as shown to the back office', () => {
  const whole = buildEnvironmentView(
    loadConfig({
      SMTP_URL: 'smtp://u:hunter2@mail.example',
      MAIL_FROM: 'Wetter <w@weather.example>',
      CRON_SECRET: 'hunter2 hunter2'.replace(' ', '-').padEnd(20, 'x'),
      CORS_ORIGINS: 'https://a.example,https://b.example',
      RATE_LIMITS: 'weather=600',
      PUBLIC_URL: 'https://weather.example',
      WEATHERKIT_API_KEY: newPrivateKey(),
      WEATHERKIT_KEY_ID: 'KEYID',
    }),
  )

  const view = Object.fromEntries(Object.entries(whole).map(([name, { configured, value }]) => [name, { configured, value }]))

  it('says of each what it is for', () => {
    for (const [name, { group, meaning }] of Object.entries(whole)) assert.ok(group !== '' && meaning !== '', name)
    assert.equal(whole['PORT']?.group, 'Server')
  })

  it('has all variables, and no secret', () => {
    for (const name of Object.keys(VARIABLES)) assert.ok(name in view, name)
    assert.doesNotMatch(JSON.stringify(view), /hunter2/)
    assert.deepEqual(
      { cRONSECRET: view['CRON_SECRET'], configured: view['SMTP_URL']?.configured },
      { cRONSECRET: { configured: true, value: null }, configured: true },
    )
    assert.deepEqual(
      { wEATHERKITAPIKEY: view['WEATHERKIT_API_KEY'], value: view['WEATHERKIT_KEY_ID']?.value },
      { wEATHERKITAPIKEY: { configured: true, value: null }, value: 'KEYID' },
    )
    assert.deepEqual(view['METRICS_TOKEN'], { configured: false, value: null })
  })

  it('writes values as an operator would', () => {
    const valueOf = (name: string) => view[name]?.value
    assert.deepEqual(['PORT', 'PUBLIC_URL', 'CORS_ORIGINS', 'MAIL_FROM', 'SCHEDULER'].map(valueOf), [
      3000,
      'https://weather.example',
      'https://a.example, https://b.example',
      'Wetter <w@weather.example>',
      true,
    ])
    assert.match(String(valueOf('RATE_LIMITS')), /^weather=600,batch=20,/)
    assert.equal(buildEnvironmentView(loadConfig({}))['MAIL_FROM']?.value, 'no-reply@localhost')
  })
})
