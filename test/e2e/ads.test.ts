import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConsentLinks, PATH, getCallbackPath } from '../../src/features/site/ad-program/testing/connected-app.ts'
import { type AdProgramSimulator, startAdProgramSimulator } from '../../tools/ad-program-simulator/simulator.ts'
import { USER_AGENT } from '../../tools/browser/browser.ts'
import { send, signIn } from '../helpers/admin.ts'
import { closedAtEnd } from '../helpers/ending.ts'
import { until } from '../helpers/until.ts'
import { assertAccessible, hydrated, openSite } from './browser.ts'
import { requestsOf, assertSteady } from './watching.ts'

/** Fills each slot with a frame, as the ad program’s script does. */
const STAND_IN = `(() => {
  const fill = () => {
    const slot = document.querySelector('ins.adsbygoogle:not([data-adsbygoogle-status])')
    slot.setAttribute('data-adsbygoogle-status', 'done')
    const frame = document.createElement('iframe')
    frame.style.cssText = 'width: 100%; height: 100%; border: 0'
    frame.title = 'An ad'
    slot.append(frame)
  }
  for (const _ of window.adsbygoogle) fill()
  window.adsbygoogle = { push: fill }
})()`

describe('ads', () => {
  const site = openSite({
    env: {
      AD_PROGRAM_CLIENT_ID: 'ca-pub-1234567890123456',
      AD_PROGRAM_SLOT_HERO: '1111111111',
      AD_PROGRAM_SLOT_DASHBOARD: '2222222222',
      AD_PROGRAM_SLOT_RECENT_CHECKS: '3333333333',
    },
  })
  const policyOf = async (path: string, cookie: string) =>
    (await site.app.get(path, { accept: 'text/html', 'user-agent': USER_AGENT, cookie })).headers.get('content-security-policy') ?? ''

  it('are loaded only after consent, in space reserved for them', async () => {
    const page = await site.visit('/')
    const loaded = requestsOf(page, /googlesyndication/)
    await page.route(/googlesyndication/, (route) => route.fulfill({ contentType: 'text/javascript', body: STAND_IN }))
    await page.waitForLoadState('networkidle')
    await assertAccessible(page, 'the question')
    assert.deepEqual(loaded, [])
    assert.equal(await page.locator('ins').count(), 0)

    await page.getByRole('button', { name: 'Allow ads' }).click()
    await page.locator('ins iframe').first().waitFor()
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await page.locator('ins iframe').nth(1).waitFor()
    assert.equal(loaded.length, 1)
    const slots = await page.locator('ins').evaluateAll((elements) => elements.map((element) => element.getAttribute('data-ad-slot')))
    // The list of popular places has a setting, but shows no ad.
    assert.deepEqual(slots, ['1111111111', '2222222222'])
    await assertSteady(page)
    await assertAccessible(page, 'with ads')
    assert.equal(await page.getByRole('button', { name: 'Allow ads' }).count(), 0)

    await page.goto('/settings')
    await hydrated(page)
    await page.getByRole('combobox', { name: 'Ads' }).selectOption('Not allowed')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL('/')
    assert.equal(await page.locator('ins').count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Allow ads' }).count(), 0)
  })

  it('are not carried over into the back office', async () => {
    const page = await site.visit('/')
    await page.route(/googlesyndication/, (route) => route.fulfill({ contentType: 'text/javascript', body: STAND_IN }))
    await page.getByRole('button', { name: 'Allow ads' }).click()
    await page.locator('ins iframe').first().waitFor()
    const document = page.waitForResponse((response) => new URL(response.url()).pathname === '/login')
    await page.evaluate("window.__reactRouterDataRouter.navigate('/login')")
    assert.doesNotMatch((await (await document).allHeaders())['content-security-policy'] ?? '', /unsafe/)
    await hydrated(page)
    assert.equal(await page.evaluate('typeof adsbygoogle'), 'undefined')
  })

  it('have their own policy on pages that show them with consent, and nowhere else', async () => {
    const yes = 'site_preferences=consent%3Dads'
    assert.match(await policyOf('/', yes), /'unsafe-eval' 'strict-dynamic' https: http:;/)
    for (const [path, cookie] of [
      ['/', ''],
      ['/', 'site_preferences=consent%3Dnone'],
      ['/settings', yes],
      ['/login', yes],
      ['/admin', yes],
    ] as const)
      assert.doesNotMatch(await policyOf(path, cookie), /unsafe/, `${path} ${cookie}`)
  })
})

describe('ads that an owner sets', () => {
  const site = openSite({ env: { PAGES_KEPT_MS: '0', OPEN_METEO_API_KEY: 'second-key-0123456789' } })

  it('are on pages, and in their policy, as soon as they are saved, and gone as soon as they are off', async () => {
    const { cookie } = (await signIn(site.app, 'owner')).headers
    const front = async () => {
      const headers = { accept: 'text/html', 'user-agent': USER_AGENT, cookie: 'site_preferences=consent%3Dads' }
      const answer = await site.app.get('/', headers)
      const policy = answer.headers.get('content-security-policy') ?? ''
      return { hasSlot: answer.text.includes('data-ad-slot="4444444444"'), allowsAds: policy.includes('unsafe-eval') }
    }
    assert.deepEqual(await front(), { hasSlot: false, allowsAds: false })
    const page = await site.visit('/admin/ad-program', { cookie, expected: /400/ })
    const publisher = page.getByRole('textbox', { name: 'Publisher ID' })
    await publisher.fill('pub-1234567890123456')
    await page.getByRole('textbox', { name: 'Front page, below the map' }).fill('4444444444')
    await assertAccessible(page, 'the placements')
    await page.getByRole('button', { name: 'Save ads' }).click()
    await page.getByText('must be `ca-pub-` and 10 to 20 digits').waitFor()
    await publisher.fill('ca-pub-1234567890123456')
    await page.getByRole('button', { name: 'Save ads' }).click()
    await page.getByText('Ads saved').waitFor()
    assert.deepEqual(await front(), { hasSlot: true, allowsAds: true })
    await page.getByRole('switch', { name: 'Show ads' }).uncheck()
    await page.getByRole('button', { name: 'Save ads' }).click()
    await until('they are off', async () => !(await front()).hasSlot)
    assert.deepEqual(await front(), { hasSlot: false, allowsAds: false })
  })
})

describe('the page of the ad program', () => {
  let simulator: AdProgramSimulator
  const site = openSite(async () => {
    simulator = await startAdProgramSimulator({ port: 0, now: () => site.app.clock.now() })
    closedAtEnd(() => simulator.close())
    return {
      env: {
        AD_PROGRAM_OAUTH_CLIENT_ID: 'client-1',
        AD_PROGRAM_OAUTH_CLIENT_SECRET: 'planted-client-secret',
        AD_PROGRAM_BASE_URL: simulator.url,
        AD_PROGRAM_OAUTH_BASE_URL: simulator.url,
      },
    }
  })

  it('says at once why a sync failed', async () => {
    const { headers } = await signIn(site.app, 'owner')
    const get = (path: string) => send(site.app, `${PATH}${path}`, { method: 'GET', headers })
    const { allow } = await readConsentLinks(await get('/oauth/start'))
    assert.equal((await get(getCallbackPath(allow))).status, 303)
    const page = await site.visit('/admin/ad-program', { cookie: headers.cookie, expected: /50\d/ })
    await page.getByRole('button', { name: 'Sync now' }).waitFor()
    simulator.setFaults([{ endpoint: 'report', kind: 'forbidden' }])
    await page.getByRole('button', { name: 'Sync now' }).click()
    await page.getByText('The last sync failed').waitFor()
  })
})
