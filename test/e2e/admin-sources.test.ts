import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { send, signIn } from '../helpers/admin.ts'
import { assertAccessible, atRest, openSite } from './browser.ts'

const PATH = '/admin/connections'

describe('the sources in the back office', () => {
  const site = openSite({ env: { WEATHER_PROVIDERS: 'openweather,open-meteo@nordic', STATION_SOURCES: 'bright-sky' } })
  const visit = async (expected?: RegExp) => {
    const { headers } = await signIn(site.app, 'owner')
    return site.visit(PATH, { cookie: headers.cookie, ...(expected === undefined ? {} : { expected }) })
  }

  it('show what each provider did, and its days', async () => {
    await site.app.database.pool.query(
      `insert into upstream_call (product, weight, cause, started_at, outcome, duration_ms)
       select 'open-meteo/forecast', 1, 'request', $1::timestamptz - n * interval '8 hours', case when n % 4 = 0 then 'timeout' else 'ok' end, 100
       from generate_series(1, 12) n`,
      [new Date(site.app.clock.now())],
    )
    const page = await visit()
    const row = page.getByRole('table', { name: 'Providers in the last 14 days' }).getByRole('row', { name: /^Open-Meteo/ })
    await row.waitFor()
    for (const text of ['12', '3 (25%)', 'Not enough data yet']) await row.getByRole('cell', { name: text, exact: true }).waitFor()
    await page.getByText(/^Not called: .*Aviation Weather Center/).waitFor()
    const limits = page.getByRole('table', { name: 'Limits of the providers' })
    await limits.getByText('OPEN_METEO_DAILY_LIMIT').waitFor()
    await limits.getByText('OPENWEATHER_DAILY_LIMIT').waitFor()
    await page.getByText('12 in 14 days').waitFor()
    await page.getByRole('application', { name: 'Cost by day, chart' }).waitFor()
    await page.getByRole('button', { name: 'Cost by day: table' }).click()
    const costs = page.getByRole('table', { name: 'Cost by day' })
    assert.deepEqual(await costs.getByRole('columnheader').allTextContents(), ['Day', 'Open-Meteo', 'Total'])
    const totals = await costs.locator('tbody td:last-child').allTextContents()
    assert.deepEqual({ days: totals.length, sum: totals.reduce((sum, text) => sum + Number(text), 0) }, { days: 14, sum: 12 })
    await page.getByRole('button', { name: 'Show by day: Open-Meteo' }).click()
    await page.getByRole('dialog', { name: 'Open-Meteo by day (UTC)' }).getByRole('rowheader', { name: '30 Jun 2026' }).waitFor()
    await atRest(page)
    await assertAccessible(page)
  })

  it('are put back in their former order', async () => {
    const page = await visit()
    const order = () => site.app.services.settings.current().weatherProviders
    const before = order()
    await page.getByRole('button', { name: 'Down: ask OpenWeather later' }).click()
    await page.getByText('Before your last change: OpenWeather, Open-Meteo@nordic').waitFor()
    assert.equal(order(), 'open-meteo@nordic,openweather')
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Before your last change').waitFor({ state: 'detached' })
    assert.equal(order(), before)
  })

  it('have regions that the keyboard sets and the API judges', async () => {
    const page = await visit(/400/)
    const region = page.getByRole('combobox', { name: 'Region: where OpenWeather is asked' })
    await region.focus()
    await page.keyboard.type('german')
    await page.getByRole('option', { name: 'Germany (DE)' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.type('atlantis')
    await page.keyboard.press('Enter')
    const save = page.getByRole('button', { name: 'Save the region of OpenWeather' })
    await save.click()
    await page.getByText('Has an unknown region: known are nordic').waitFor()
    assert.equal(await region.getAttribute('aria-invalid'), 'true')
    await assertAccessible(page)
    await region.focus()
    await page.keyboard.press('Backspace')
    await save.press('Enter')
    await save.waitFor({ state: 'detached' })
    await page.locator(':focus[role=combobox]').waitFor()
    assert.equal(site.app.services.settings.current().weatherProviders, 'openweather@DE,open-meteo@nordic')
  })

  it('have regions of which what is typed stays while somebody else saves another one', async () => {
    const page = await visit(/409/)
    const region = page.getByRole('combobox', { name: 'Region: where Open-Meteo is asked' })
    const save = page.getByRole('button', { name: 'Save the region of Open-Meteo' })
    await region.focus()
    await page.keyboard.type('DE')
    await page.keyboard.press('Enter')
    const { headers } = await signIn(site.app, 'owner')
    const { version } = (await site.app.get('/api/admin/config', headers)).body
    const other = await send(site.app, '/api/admin/config', {
      method: 'PATCH',
      headers,
      body: { weatherProviders: 'open-meteo@europe,openweather@DE+AT', version },
    })
    assert.equal(other.status, 200, other.text)
    await save.click()
    await page.getByRole('button', { name: 'Reload' }).click()
    const list = page.getByRole('list', { name: 'Weather providers in their order' })
    await list.getByText('AT', { exact: true }).waitFor()
    await page.locator('button[aria-label="Up: ask Open-Meteo earlier"]:disabled').waitFor()
    await save.click()
    await save.waitFor({ state: 'detached' })
    assert.equal(site.app.services.settings.current().weatherProviders, 'open-meteo@nordic+DE,openweather@DE+AT')
    await region.focus()
    await page.keyboard.press('Backspace')
    await page.getByRole('button', { name: 'Discard the change of the region of Open-Meteo' }).click()
    await save.waitFor({ state: 'detached' })
    await list.getByText('DE', { exact: true }).nth(1).waitFor()
  })

  it('say why they are not used, and are tested by their parts', async () => {
    const page = await visit()
    await page
      .getByRole('list', { name: 'What Aviation Weather Center is used for' })
      .getByText('STATION_SOURCES does not name it.')
      .waitFor()
    const parts = page.getByRole('list', { name: 'What Bright Sky is used for' })
    await parts.getByText('It is not in the list.').waitFor()
    await parts.getByText('No successful call in 14 days').waitFor()
    await page.getByRole('button', { name: 'Check now: Bright Sky, stations' }).click()
    await parts.getByText(/^Last success/).waitFor()
    const { rows } = await site.app.database.pool.query(`select product from upstream_call where cause = 'admin'`)
    assert.deepEqual(rows, [{ product: 'bright-sky/observations' }])
  })
})
