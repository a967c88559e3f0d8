import assert from 'node:assert/strict'
import { it } from 'node:test'
import { buildMailLinks } from './links.ts'
import { hideSecrets } from './secret-links.ts'

const HOME = new URL('https://weather.example/')
const real = buildMailLinks(HOME, { token: 'T'.repeat(60), scope: 'digest' })

it('secret links are replaced by placeholders of their length, which do not contain them; others stay', () => {
  const { links, placeholders } = hideSecrets(real)
  const secret = links.secret('/invite/abc', { a: 'b'.repeat(60) })
  assert.deepEqual(placeholders(), [links.unsubscribe, links.preferences, secret])
  assert.equal(new Set(placeholders()).size, 3)
  for (const placeholder of placeholders()) assert.match(placeholder, /^https:\/\/secret-link\.invalid\/[0-9a-f]{24}\/\d\/x*$/)
  assert.equal(secret.length, real.secret('/invite/abc', { a: 'b'.repeat(60) }).length)
  assert.deepEqual({ home: links.home, page: links.page('/x') }, { home: real.home, page: real.page('/x') })
})

it('a mail of no subscription has none to hide', () => {
  const { links, placeholders } = hideSecrets(buildMailLinks(HOME, null))
  assert.deepEqual(
    { unsubscribe: links.unsubscribe, preferences: links.preferences, placeholders: placeholders() },
    { unsubscribe: null, preferences: null, placeholders: [] },
  )
})

it('placeholders are replaced wherever they occur, escaped in HTML and never in the subject', () => {
  const { links, reveal } = hideSecrets(real)
  const { unsubscribe, preferences } = links
  const revealed = reveal({
    subject: `${unsubscribe}`,
    html: `<a href="${unsubscribe}"></a><a href="${preferences}"></a><a href="${unsubscribe}"></a>`,
    text: `${unsubscribe}\n${preferences}\n${unsubscribe}`,
  })
  const escaped = real.unsubscribe?.replace('&', '&amp;')
  assert.match(escaped ?? '', /&amp;scope=digest$/)
  assert.deepEqual(revealed, {
    subject: `${unsubscribe}`,
    html: `<a href="${escaped}"></a><a href="${real.preferences}"></a><a href="${escaped}"></a>`,
    text: `${real.unsubscribe}\n${real.preferences}\n${real.unsubscribe}`,
  })
})
