import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { send, signIn } from '../helpers/admin.ts'
import { atRest, openSite } from './browser.ts'

/** `softBlockShare`, `hard_block`: a name from the code, outside addresses. */
const FROM_CODE = /(?<![\p{L}\d_/.@:?=&-])(?:\p{Ll}+\p{Lu}\p{L}*|\p{L}+(?:_\p{L}+)+)/gu
/** Names that are written so, and variables, which operators set by their names. */
const NAMES = /^(?:iPhones?|iPads?|iOS|macOS|kB|hPa|[A-Z]+(?:_[A-Z]+)+)$/
/** What is meant as code, what people wrote, and what they may type. */
const QUOTED = 'code, pre, kbd, samp, textarea, input, select, script, style, noscript, template, iframe, [contenteditable], svg'

/** The words of a page that are names from the code, without what is quoted. */
async function codeWordsOn(page: Page): Promise<string[]> {
  const texts = await page.locator('body').evaluateAll((bodies, quoted) => {
    const found: string[] = []
    const walk = (node: unknown): void => {
      const { nodeType, textContent, childNodes, matches } = node as {
        nodeType: number
        textContent: string
        childNodes: Iterable<unknown>
        matches?: (selector: string) => boolean
      }
      if (nodeType === 3) found.push(textContent)
      else if (matches?.call(node, quoted) !== true) for (const child of childNodes) walk(child)
    }
    for (const body of bodies) walk(body)
    return found
  }, QUOTED)
  return listCodeWords(texts)
}

function listCodeWords(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => text.match(FROM_CODE) ?? []))].filter((word) => !NAMES.test(word))
}

const PUBLIC = [
  '/',
  '/?q=springfield',
  '/weather/oslo-59.91,10.75?extra',
  '/weather/oslo-59.91,10.75/sources',
  '/map',
  '/warnings',
  '/accuracy',
  '/settings',
  '/subscribe',
  '/places',
]

describe('the words of pages', () => {
  const site = openSite({ env: { WEATHER_PROVIDERS: 'openweather,open-meteo' } })

  it('are found by this test', () => {
    assert.deepEqual(listCodeWords(['must not exceed softBlockShare, a hard_block of kB, API_KEY', 'https://example.org/aB?is_it=1']), [
      'softBlockShare',
      'hard_block',
    ])
  })

  it('are no names from the code: the site', async () => {
    const found: Record<string, string[]> = {}
    const page = await site.visit('/')
    for (const path of PUBLIC) {
      await page.goto(path)
      await atRest(page)
      const words = await codeWordsOn(page)
      if (words.length > 0) found[path] = words
    }
    assert.deepEqual(found, {})
  })

  it('are no names from the code: the back office, with what a day of work leaves in its lists', async () => {
    const { headers } = await signIn(site.app, 'owner')
    // A setting that changed, a call that was made, a search that found nothing, a job that ran.
    const body = { siteName: 'Sky', alertEveryMinutes: 30 }
    assert.equal((await send(site.app, '/api/admin/config', { method: 'PATCH', headers, body })).status, 200)
    await site.app.get('/api/weather?lat=53.55&lon=9.99&scope=current')
    await site.app.get('/api/geocode/search?q=nowhere-at-all')
    assert.ok((await send(site.app, '/api/admin/jobs/weekly-digests/runs', { headers, body: { dryRun: true } })).status < 500)
    const page = await site.visit('/admin', { cookie: headers.cookie })
    await atRest(page)
    const links = page.getByRole('navigation').getByRole('link')
    await links.nth(15).waitFor({ state: 'attached' })
    const addresses = await links.evaluateAll((all) => all.map((link) => (link as unknown as { href: string }).href))
    const pages = new Set(addresses.filter((address) => address.includes('/admin')))
    assert.ok(pages.size > 15, `${pages.size} pages`)
    const found: Record<string, string[]> = {}
    for (const to of pages) {
      await page.goto(to)
      await atRest(page)
      const words = await codeWordsOn(page)
      if (words.length > 0) found[to] = words
    }
    assert.deepEqual(found, {})
  })
})
