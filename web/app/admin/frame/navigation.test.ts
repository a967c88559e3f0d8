import assert from 'node:assert/strict'
import { it } from 'node:test'
import { NAVIGATION, OWN_PAGES, findNavigationEntry } from './navigation.ts'

const labelAt = (path: string) => findNavigationEntry(path)?.page.label

it('an address belongs to the page with the longest address that it begins with', () => {
  for (const { label, pages } of [...NAVIGATION, OWN_PAGES])
    for (const page of pages) assert.deepEqual(findNavigationEntry(page.to), { group: label, page }, page.to)
  assert.deepEqual(
    { labelAtAdminJobs17: labelAt('/admin/jobs/17'), labelAtAdminAccountPassword: labelAt('/admin/account/password') },
    { labelAtAdminJobs17: 'Job runs', labelAtAdminAccountPassword: 'Account' },
  )
  assert.equal(labelAt('/admin/ad-program/x'), 'Ad program')
})

it('an address that merely looks alike belongs to none', () => {
  for (const path of ['/admin/jobsx', '/admin/nowhere', '/weather', '/']) assert.equal(findNavigationEntry(path), undefined, path)
})

it('every page has an address, a name and an icon of its own', () => {
  const pages = [...NAVIGATION, OWN_PAGES].flatMap((group) => group.pages)
  for (const key of ['to', 'label'] as const) assert.equal(new Set(pages.map((page) => page[key])).size, pages.length)
  for (const { to, label, icon } of pages) assert.ok(/^\/admin(?:\/[a-z-]+)*$/.test(to) && label !== '' && icon.length > 0, to)
})
