import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, afterEach, before } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
import { launchBrowser, USER_AGENT } from '../../tools/browser/browser.ts'
import { buildPages } from '../../tools/build/pages.ts'
import { createTestApp, type TestApp, type TestAppOptions } from '../helpers/app.ts'
import { closedAtEndOfProcess } from '../helpers/ending.ts'
import { recordUnawaitedSeconds } from '../helpers/processor-time.ts'
import { until } from '../helpers/until.ts'

/** A service with its pages, and a browser to visit them. */
export interface Site {
  readonly app: TestApp
  /** A page in its own browser context. Any error that it writes to the console fails the test. */
  visit(path: string, options?: VisitOptions): Promise<Page>
}

export interface VisitOptions extends BrowserContextOptions {
  /** Signs in to the back office: the session cookie, as `signIn` returns it. */
  readonly cookie?: string
  /** A page without scripts, such as those behind the links of mails. */
  readonly bare?: boolean
  /** Console errors that the test itself provokes. */
  readonly expected?: RegExp
}

/**
 * Options of a visit with the service worker and with motion, as most readers have it. Other visits do without: pages are tested by the hundred, and
 * a visit of a place then takes a third less of a processor.
 */
export const AS_READER = { serviceWorkers: 'allow', reducedMotion: 'no-preference' } as const satisfies VisitOptions

/** Long enough for a busy machine. */
const PATIENCE_MS = 240_000

/**
 * `E2E_SLOW=6 npm run test:files -- test/e2e/*.test.ts` runs with a processor six times slower, and a network that answers late and out of
 * order. A test that fails to wait for something fails there, so run this after writing one. (Not `offline.test.ts`: a page that is slowed
 * down forgets after a reload that it is offline.)
 */
const SLOW = Number(process.env.E2E_SLOW ?? 0)
const LATEST_MS = 1_500

let browser: Promise<Browser> | undefined

/** One browser for all files of a process; each visit has its own context. */
function theBrowser(): Promise<Browser> {
  return (browser ??= launchBrowser().then((launched) => {
    closedAtEndOfProcess(() => launched.close())
    return launched
  }))
}

/** Of the pages that are open. */
async function recordRenderers(from: Browser): Promise<void> {
  const devtools = await from.newBrowserCDPSession()
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  for (const { id, type, cpuTime } of processInfo) if (type === 'renderer' || type === 'GPU') recordUnawaitedSeconds(id, cpuTime)
  await devtools.detach()
}

/** Sets up a whole test file: `const site = openSite()`, ready in its tests. Options that need asynchronous work are passed as a function. */
export function openSite(options: TestAppOptions | (() => Promise<TestAppOptions>) = {}): Site {
  let app: TestApp
  const errors: string[] = []
  const contexts = new Set<BrowserContext>()
  before(async () => {
    await buildPages()
    app = await createTestApp(typeof options === 'function' ? await options() : options)
  })
  afterEach(async () => {
    const found = errors.splice(0)
    if (browser !== undefined) await recordRenderers(await browser)
    await Promise.all([...contexts].map((context) => context.close()))
    contexts.clear()
    assert.deepEqual(found, [], 'there are no console errors')
  })
  after(() => app?.close())

  return {
    get app() {
      return app
    },
    async visit(path, { cookie, expected, bare = false, ...contextOptions } = {}) {
      const context = await (
        await theBrowser()
      ).newContext({
        baseURL: app.url,
        locale: 'en-GB',
        userAgent: USER_AGENT,
        serviceWorkers: 'block',
        reducedMotion: 'reduce',
        ...contextOptions,
      })
      context.setDefaultTimeout(PATIENCE_MS)
      contexts.add(context)
      if (cookie !== undefined) {
        const [name = '', value = ''] = cookie.split('=')
        await context.addCookies([{ name, value, url: app.url, httpOnly: true, sameSite: 'Lax' }])
      }
      const page = await context.newPage()
      countRequests(page)
      if (SLOW > 0) await slowDown(page)
      // The visitor’s clock is set to that of the service.
      await page.clock.setFixedTime(app.clock.now())
      const note = (text: string): void => {
        if (expected?.test(text) !== true) errors.push(`${page.url()}: ${text}`)
      }
      page.on('console', (message) => {
        // A failed request does not name its address in the text.
        if (message.type() === 'error') note(`${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => note(String(error)))
      await page.goto(path, { waitUntil: 'load' })
      if (!bare && contextOptions.javaScriptEnabled !== false) await hydrated(page)
      return page
    },
  }
}

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW })
  await page.route('**/*', async (route) => {
    await delay(Math.random() ** 3 * LATEST_MS)
    // The page may have been closed in the meantime.
    await route.fallback().catch(() => undefined)
  })
}

/** Options of a visit by a browser that has stored these texts. */
export function stored(site: Site, texts: Readonly<Record<string, string>>): Pick<VisitOptions, 'storageState'> {
  const localStorage = Object.entries(texts).map(([name, value]) => ({ name, value }))
  return { storageState: { cookies: [], origins: [{ origin: site.app.url, localStorage }] } }
}

/** Waits for hydration, before which a click does what it would do without scripts, and for weather that came too late for the frame. */
export async function hydrated(page: Page): Promise<void> {
  await page.locator('html[data-ready="yes"]').waitFor({ state: 'attached' })
  await page.locator('.waiting[aria-busy]:not([data-scene] *)').waitFor({ state: 'detached' })
}

const inFlight = new WeakMap<Page, Set<Request>>()

function countRequests(page: Page): void {
  const requests = new Set<Request>()
  inFlight.set(page, requests)
  page.on('request', (request) => {
    // Beacons are not waited for.
    if (request.resourceType() !== 'ping') requests.add(request)
  })
  page.on('requestfinished', (request) => void requests.delete(request))
  page.on('requestfailed', (request) => void requests.delete(request))
}

/**
 * Waits until the page has drawn its data and has no request in flight. Between two requests a busy browser may take its time to draw; a page
 * that has no title yet is no page.
 */
export async function atRest(page: Page): Promise<void> {
  const requests = inFlight.get(page)
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await until('the page has no request in flight', async () => {
    if (requests === undefined || requests.size > 0) return false
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    return requests.size === 0
  })
}

/**
 * Waits until the dashboard says that all is well. On a busy machine a check may once have taken too long; a service whose clock stands still would
 * never look again.
 */
export async function seeAllWell({ app }: Site, page: Page): Promise<void> {
  await until('all is well', async () => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await atRest(page)
    if (await page.getByText('All is well').isVisible()) return true
    app.clock.advance({ seconds: 10 })
    await page.reload()
    return false
  })
}

const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Resolves when all animations have finished, except endless ones. */
const SETTLED = `Promise.all(document.getAnimations()
  .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
  .map((animation) => animation.finished.catch(() => undefined)))`

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly help: string; readonly nodes: readonly { readonly html: string }[] }[]
}

/**
 * Does not reload the style sheets, which only disabled rules need. Passing results stay in the browser. Skips frames: the only ones are previews
 * in a sandbox without scripts, whose answer axe would wait for in vain.
 */
const RUN_AXE = `axe.run({ iframes: false, resultTypes: ['violations'], preload: { assets: ['media'] } }).then(({ violations }) => ({ violations }))`

/**
 * Evaluates axe instead of adding a script, because the policy of the page allows no unknown script. It uses the DevTools protocol
 * directly, which compiles axe once for all pages of a context; Playwright wraps what it evaluates, and the wrapped code is compiled for
 * each page.
 */
async function bringAxe(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const { exceptionDetails } = await devtools.send('Runtime.evaluate', { expression: AXE })
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
  await devtools.detach()
}

/** Fails on axe violations (WCAG 2.2 A and AA, and best practices) in the current state of the page. */
export async function assertAccessible(page: Page, what = page.url()): Promise<void> {
  // The address changes before the page is drawn; until then there is nothing to check.
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  let found = await findings(page)
  // New content may start fading in during the check, so only repeated findings count.
  for (let look = 1; found.length > 0 && look < LOOKS; look++) {
    await atRest(page)
    found = await findings(page)
  }
  assert.deepEqual(found, [], what)
}

const LOOKS = 3

async function findings(page: Page): Promise<string[]> {
  // Colours in the middle of a fade need not be legible.
  await page.evaluate(SETTLED)
  if ((await page.evaluate('typeof axe')) === 'undefined') await bringAxe(page)
  const { violations } = await page.evaluate<AxeResult>(RUN_AXE)
  return violations.map(({ id, help, nodes }) => `${id}: ${help}\n    ${nodes.map(({ html }) => html.slice(0, 200)).join('\n    ')}`)
}
