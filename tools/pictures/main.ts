import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { BrowserContextOptions } from 'playwright-core'
import { createTestFeed } from '../../src/features/weather/warnings/testing/feed.ts'
import { signIn } from '../../test/helpers/admin.ts'
import { createTestApp } from '../../test/helpers/app.ts'
import { launchBrowser, USER_AGENT } from '../browser/browser.ts'
import { build } from '../build/build.ts'
import { FURNISHED_MS, furnish, trouble, warn } from './furnish.ts'

/**
 * `npm run pictures`: takes the screenshots of `docs/pages`, each on a desktop and a phone, of the service on simulated weather with some
 * people in it. `--into FOLDER`, `--only NAME`.
 */
interface Picture {
  readonly name: string
  readonly path: string
  readonly scheme?: 'light' | 'dark'
  /** Signed in as an owner. */
  readonly signedIn?: boolean
  /** A large map does not compress to 200 kB. */
  readonly onlyOn?: string
  /** While no provider answers: the last pictures, since the service remembers it. */
  readonly inTrouble?: boolean
}

const YESTERDAY = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10)

const PICTURES: readonly Picture[] = [
  { name: 'home', path: '/' },
  { name: 'city', path: '/weather/Berlin-52.52,13.41' },
  { name: 'city-dark', path: '/weather/Denver-39.74,-104.99', scheme: 'dark' },
  { name: 'day', path: `/weather/Berlin-52.52,13.41/${YESTERDAY}` },
  { name: 'map', path: '/map#5/50.5/10.5', onlyOn: 'phone' },
  { name: 'warnings', path: '/warnings/DE' },
  { name: 'api', path: '/api/docs' },
  { name: 'overview', path: '/admin', signedIn: true },
  { name: 'templates', path: '/admin/email-templates/weekly-digest', signedIn: true, scheme: 'dark' },
  { name: 'troubles', path: '/admin', signedIn: true, inTrouble: true },
]

const DEVICES: Readonly<Record<string, BrowserContextOptions>> = {
  desktop: { viewport: { width: 1200, height: 680 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
}

const { values } = parseArgs({
  options: { into: { type: 'string', default: new URL('../../docs/pages', import.meta.url).pathname }, only: { type: 'string' } },
})

await build()
await mkdir(values.into, { recursive: true })
const feed = createTestFeed({ id: 'agency', parts: ['DE'], partsAreCountries: true })
const app = await createTestApp({ now: new Date(Date.now() - FURNISHED_MS).toISOString(), warningFeeds: [feed] })
const browser = await launchBrowser()
try {
  await furnish(app)
  await warn(app, feed)
  const owner = await signIn(app, 'owner', 'ada@example.org')
  for (const picture of PICTURES.filter(({ name }) => values.only === undefined || values.only === name)) {
    if (picture.inTrouble === true) await trouble(app)
    for (const [device, options] of Object.entries(DEVICES).filter(([name]) => name === (picture.onlyOn ?? name)))
      await writeFile(`${values.into}/${picture.name}-${device}.png`, await take(owner.token, picture, options))
  }
} finally {
  await browser.close()
  await app.close()
}
process.exit()

async function take(token: string, { path, scheme = 'light', signedIn = false }: Picture, options: BrowserContextOptions): Promise<Buffer> {
  const context = await browser.newContext({
    ...options,
    baseURL: app.url,
    userAgent: USER_AGENT,
    colorScheme: scheme,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  })
  try {
    if (signedIn) await context.addCookies([{ name: 'service_admin_session', value: token, url: app.url }])
    const page = await context.newPage()
    await page.goto(path, { waitUntil: 'networkidle' })
    // On a slow machine, half a second without a request is no sign that all has come.
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await page.locator('.mantine-Skeleton-root, .mantine-Loader-root').first().waitFor({ state: 'detached' })
    return await page.screenshot({ animations: 'disabled' })
  } finally {
    await context.close()
  }
}
