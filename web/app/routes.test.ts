import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { it } from 'node:test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from './routes.ts'

/** Linked to, bookmarked and mailed: others have written these addresses down. */
const PUBLIC = `/ /weather/:place /weather/:place/:date /weather/:place/sources /map /warnings/:country? /accuracy /embed /places /settings /subscribe /pages/:slug /offline
  /mailed /api/docs /api/docs/:section /*`
const BACK_OFFICE = `/login /forgot-password /reset-password/:token /invite/:token /setup/:token /admin /admin/first-steps /admin/usage
  /admin/analytics /admin/settings/:theme? /admin/connections /admin/ad-program /admin/users /admin/account /admin/sessions /admin/audit
  /admin/subscriptions /admin/outbox /admin/why /admin/suppressions /admin/reports /admin/checks /admin/locations /admin/analytics/events
  /admin/warning-feeds /admin/client-keys /admin/push-devices /admin/push-messages /admin/webhooks /admin/webhook-deliveries /admin/notices
  /admin/backups /admin/jobs /admin/email-templates /admin/email-templates/:id /admin/pages /admin/pages/:slug /admin/mailing /admin/messages
  /admin/compose /admin/*`

interface Page {
  readonly path: string
  readonly files: readonly string[]
  readonly isCaseSensitive: boolean
}

/** The pages with the files that they are made of. */
function pagesIn(entries: readonly RouteConfigEntry[], above = '', files: readonly string[] = []): Page[] {
  return entries.flatMap(({ path = '', file, children, index, caseSensitive = false }) => {
    const here = path === '' ? above : `${above}/${path}`
    const made = [...files, file]
    if (children !== undefined) return pagesIn(children, here, made)
    return [{ path: index === true && here === '' ? '/' : here, files: made, isCaseSensitive: caseSensitive }]
  })
}

const pages = pagesIn(routes.filter(({ path }) => path !== 'dev/components'))
const words = (text: string) => text.split(/\s+/)

it('every page keeps its address', () => {
  assert.deepEqual(pages.map(({ path }) => path).toSorted(), [...words(PUBLIC), ...words(BACK_OFFICE)].toSorted())
})

it('every page is made of files that exist, and its last one is its own', () => {
  for (const { path, files } of pages)
    for (const file of files) assert.ok(file.endsWith('.tsx') && existsSync(new URL(file, import.meta.url)), `${path}: ${file}`)
  assert.equal(new Set(pages.map(({ files }) => files.at(-1))).size, pages.length)
})

it('public addresses are case-sensitive, as the service’s own are', () => {
  const others = pages.filter(({ path, isCaseSensitive }) => words(PUBLIC).includes(path) && !isCaseSensitive).map(({ path }) => path)
  assert.deepEqual(others, ['/', '/*'])
})
