import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { signIn } from '../helpers/admin.ts'
import { until } from '../helpers/until.ts'
import { assertAccessible, atRest, openSite } from './browser.ts'

const WEATHER = '/api/weather?lat=52.52&lon=13.41&scope=current'

describe('client keys in the back office', () => {
  const site = openSite()
  const statusOf = async (secret: string) => (await site.app.get(WEATHER, { 'x-api-key': secret })).status

  it('are created, counted, rotated, switched off and revoked', async () => {
    const { headers } = await signIn(site.app, 'owner')
    const page = await site.visit('/admin/client-keys', { cookie: headers.cookie })
    const shown = async () => {
      const dialog = page.getByRole('dialog', { name: 'The key' })
      const secret = await dialog.getByRole('textbox', { name: 'Client key' }).inputValue()
      await dialog.getByRole('button', { name: 'Done' }).click()
      await dialog.waitFor({ state: 'detached' })
      return secret
    }

    await page.getByText('Programs use the API without a key').waitFor()
    await page.getByRole('button', { name: 'Create key' }).click()
    const form = page.getByRole('dialog', { name: 'Create key' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Kitchen display')
    await form.getByRole('checkbox', { name: 'Map tiles' }).check()
    await form.getByRole('textbox', { name: 'Per day' }).fill('500')
    await atRest(page)
    await assertAccessible(page)
    await form.getByRole('button', { name: 'Create key' }).click()
    const first = await shown()
    assert.deepEqual([await statusOf(first), await statusOf(first)], [200, 200])

    await page.reload()
    await page.getByRole('cell', { name: '2 of 500' }).waitFor()
    await page.getByRole('button', { name: 'Kitchen display' }).click()
    const details = page.getByRole('dialog', { name: 'Kitchen display' })
    await details.getByText('Weather and alerts, Map tiles').waitFor()
    await details.getByRole('heading', { name: 'By scope' }).waitFor()
    await atRest(page)
    await assertAccessible(page)

    await details.getByRole('textbox', { name: 'Per day' }).fill('')
    await details.getByRole('button', { name: 'Save key' }).click()
    await page.getByText('Key saved').waitFor()

    await details.getByRole('button', { name: 'Rotate' }).click()
    const rotation = page.getByRole('dialog', { name: 'Rotate key' })
    await rotation.getByRole('textbox', { name: /^Hours/ }).fill('0')
    await rotation.getByRole('button', { name: 'Rotate key' }).click()
    const second = await shown()
    assert.deepEqual(
      { statusOfFirst: await statusOf(first), statusOfSecond: await statusOf(second) },
      { statusOfFirst: 401, statusOfSecond: 200 },
    )

    await details.getByRole('button', { name: 'Switch off' }).click()
    await details.getByRole('button', { name: 'Switch on' }).waitFor()
    assert.equal(await statusOf(second), 401)
    await details.getByRole('button', { name: 'Switch on' }).click()
    await until('it is on', async () => (await statusOf(second)) === 200)

    await details.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog', { name: 'Revoke Kitchen display?' }).getByRole('button', { name: 'Revoke key' }).click()
    await page.getByRole('cell', { name: 'Revoked' }).waitFor()
    assert.equal(await statusOf(second), 401)
  })

  it('are shown to viewers, who cannot change them', async () => {
    const { headers } = await signIn(site.app, 'viewer')
    const page = await site.visit('/admin/client-keys', { cookie: headers.cookie })
    await page.getByRole('button', { name: 'Kitchen display' }).click()
    await page.getByRole('dialog', { name: 'Kitchen display' }).getByText('Revoked').first().waitFor()
    assert.equal(await page.getByRole('button', { name: /Create key|Rotate|Revoke/ }).count(), 0)
  })
})

describe('the site where API requests need a client key', () => {
  const site = openSite({ env: { CLIENT_KEYS: 'required' } })

  it('shows places, suggestions and the map as always', async () => {
    assert.equal((await site.app.get(WEATHER)).status, 401)
    const page = await site.visit('/')
    const tile = page.waitForResponse(/map-tile\/clouds/)
    await page.getByRole('radio', { name: 'Clouds' }).check()
    assert.equal((await tile).status(), 200)
    const search = page.getByRole('combobox', { name: 'Find a place' })
    await search.fill('berlin')
    const places = page.getByRole('listbox').getByRole('option', { name: /Berlin/ })
    await places.first().hover()
    await places.filter({ hasText: /-?\d+°/ }).waitFor()
    await places.first().click()
    await page.waitForURL(/\/weather\/berlin-/)
    await page.getByRole('heading', { level: 1, name: /Berlin/ }).waitFor()
  })
})
