import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { buildUnsignedActor } from '../../src/admin/access/index.ts'
import { NO_SHARES } from '../helpers/app.ts'
import { assertAccessible, openSite } from './browser.ts'

describe('embeds', () => {
  const site = openSite({ env: { RATE_LIMITS: `pages=0,weather=0,geocode=0,${NO_SHARES}` } })
  /** The page of another site. */
  let other = ''
  const elsewhere = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="en"><title>A blog</title><h1>A blog</h1>${other}`)
  })
  before(async () => {
    elsewhere.listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
  })
  after(() => elsewhere.close())
  const elsewhereUrl = () => `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`

  it('are shown on another site by the code of the builder, without scripts, cookies or requests elsewhere', async () => {
    const builder = await site.visit('/embed?place=Berlin&in=de')
    await assertAccessible(builder)
    const code = await builder.getByLabel('Code for your page').inputValue()
    other = code.replace(/src="http:\/\/[^/]+/, `src="${site.app.url}`).replace('loading="lazy"', '')
    // The builder reports its visit, as other pages do; whoever reads the other site has not opened it.
    await builder.close()
    const page = await builder.context().newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(elsewhereUrl())
    const frame = page.frameLocator('iframe[title="Wetter Berlin"]')
    await frame.getByRole('heading', { name: 'Berlin' }).waitFor()
    assert.match((await frame.locator('main').textContent()) ?? '', /Stand: .*Isobar/s)
    assert.equal(await frame.locator('li').count(), 5)
    assert.ok((await frame.locator('li svg').first().boundingBox())?.width === 36)
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(elsewhereUrl())),
      [`${site.app.url}/embed/berlin-52.517,13.3889?lang=de&theme=auto&units=metric&size=large&days=5`],
    )
    assert.deepEqual(await page.context().cookies(), [])
    await site.app.services.analytics.drain()
    const { rows } = await site.app.database.pool.query("select path from analytics_event where path <> '/embed'")
    assert.deepEqual(rows, [])
  })

  it('fit into the height of their code, and never scroll sideways', async () => {
    for (const [query, width] of [
      ['', 320],
      ['', 640],
      ['&size=small', 320],
      ['&days=0', 320],
      ['&in=de', 320],
      ['&in=ar', 360],
    ] as const) {
      const builder = await site.app.get(`/embed?place=Berlin${query}`, { accept: 'text/html', 'accept-language': 'en-GB' })
      const [, address = '', given] = /<iframe src="([^"]+)"[^>]* height="(\d+)"/.exec(builder.text) ?? []
      const [src, height] = [address.replaceAll('&amp;', '&'), Number(given)]
      const page = await site.visit(src, { bare: true, viewport: { width, height } })
      const [needed, wide] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollHeight, document.documentElement.scrollWidth]',
      )
      // The credit of simulated weather is three lines longer than any real one.
      assert.ok(needed <= height + 60 && wide === width, `${src}: ${needed} of ${height}, ${wide}`)
    }
  })

  it('are accessible in each size, language and theme', async () => {
    for (const query of ['theme=light', 'theme=dark', 'size=small&theme=dark', 'lang=ar', 'lang=ja&days=7']) {
      const page = await site.visit(`/embed/berlin-52.52,13.41?${query}`, { bare: true })
      await assertAccessible(page, query)
    }
  })

  it('are built step by step, with a live preview', async () => {
    const page = await site.visit('/embed?place=Berlin')
    const code = page.getByLabel('Code for your page')
    await page.getByLabel('Size').selectOption('small')
    await page.locator('iframe[height="150"]').waitFor()
    await page.getByLabel('Colours').selectOption('dark')
    await page.locator('iframe[src*="theme=dark"]').waitFor()
    await page.getByRole('textbox', { name: 'Place' }).fill('Paris')
    await page.keyboard.press('Enter')
    await page.locator('iframe[title="Weather in Paris"]').waitFor()
    assert.match(await code.inputValue(), /\/embed\/paris-48\.\d+,2\.\d+\?lang=en&amp;theme=dark&amp;units=metric&amp;size=small"/)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy code' }).click()
    await page.getByText('The code is copied.').waitFor()
    assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), await code.inputValue())
    await page.getByRole('textbox', { name: 'Place' }).fill('Xyzzyqwv')
    await page.keyboard.press('Enter')
    await page.getByText('We found no such place.').waitFor()
    await assertAccessible(page)
  })

  it('are built without scripts, too', async () => {
    const page = await site.visit('/embed', { javaScriptEnabled: false })
    await page.getByLabel('Colours').selectOption('light')
    await page.getByRole('button', { name: 'Show' }).click()
    assert.match(await page.getByLabel('Code for your page').inputValue(), /theme=light/)
  })

  it('are reached from the page of a place, unless they are switched off', async () => {
    const page = await site.visit('/weather/berlin-52.52,13.41')
    await page.getByRole('heading', { name: 'Data sources' }).click()
    await page.getByRole('link', { name: 'Put this weather on your site' }).click()
    await page.locator('iframe[title="Weather in Berlin"]').waitFor()
    await site.app.services.settings.update({ embeds: 'off' }, undefined, buildUnsignedActor('test'))
    const without = await site.visit('/weather/berlin-52.52,13.41')
    assert.equal(await without.getByText('Put this weather on your site').count(), 0)
    const { status } = await site.app.get('/embed', { accept: 'text/html' })
    await site.app.services.settings.update({ embeds: 'on' }, undefined, buildUnsignedActor('test'))
    assert.equal(status, 404)
  })
})

describe('the head of a place', () => {
  const site = openSite()

  it('has a picture in the language of the page, which is there', async () => {
    const { text } = await site.app.get('/weather/berlin-52.52,13.41?lang=de', {
      accept: 'text/html',
      'user-agent': 'facebookexternalhit/1.1',
    })
    const meta = (name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(text)?.[1]?.replaceAll('&amp;', '&')
    assert.deepEqual(['og:image:width', 'og:image:height', 'og:image:alt', 'twitter:card'].map(meta), [
      '1200',
      '630',
      'Das Wetter: Berlin',
      'summary_large_image',
    ])
    const { pathname, search } = new URL(meta('og:image') ?? '')
    assert.equal(pathname, '/share/berlin-52.52,13.41.png')
    assert.match(search, /^\?lang=de&units=/)
    const response = await fetch(site.app.url + pathname + search)
    assert.deepEqual(
      { status: response.status, contentType: response.headers.get('content-type') },
      { status: 200, contentType: 'image/png' },
    )
    assert.equal(/<meta name="twitter:card" content="(\w+)"/.exec((await site.app.get('/', { accept: 'text/html' })).text)?.[1], 'summary')
  })
})
