import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { TABLES } from '../src/composition/tables.ts'

const SRC = fileURLToPath(new URL('../src/', import.meta.url))
const NAMES = Object.keys(TABLES)
/** A table's name where a query uses it: in Kysely's calls, or after an SQL keyword that a table follows. */
const IN_KYSELY = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin|using)\(\s*\[?\s*'(\w+)/g
const IN_SQL = /\b(?:from|join|into|update|table|truncate|only)\s+(?:only\s+)?(\w+)/gi

/**
 * Tables that a neighbour's statements also read or write, because they would otherwise query row by row, or twice. Every entry must be used.
 */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  // One statement decides who gets mail, from who subscribed and what each has been sent; the back office explains it.
  subscription: ['alerting', 'contact-exchange', 'digests', 'explaining', 'newsletters'].map(
    (feature) => `features/subscribers/${feature}`,
  ),
  // Webhooks are alerted with the subscriptions of their place.
  // So are browsers.
  // The report of a message counts what became of its mails.
  mail_outbox: ['features/subscribers/newsletters'],
  mail_attempt: ['features/subscribers/newsletters'],
  mail_bounce: ['features/subscribers/newsletters'],
  // A webhook lives as long as its key.
  client_key: ['features/clients/webhooks'],
  // Credentials are columns of the user.
  admin_user: ['features/accounts/sign-in'],
  // Limits that were settings become those of a provider, once, at start.
  setting: ['composition'],
  connection: ['composition'],
  // The gateway writes the ledger; usage sums it up and deletes its old rows.
  upstream_call: ['features/operations/usage'],
  // Places are listed by their open reports.
  inaccurate_report: ['features/weather/places'],
}

/** The feature or room of a file: `features/weather/history`, `gateway`, `platform/db`. */
function roomOf(file: string): string {
  const [first = '', second = '', third = ''] = file.split('/')
  return first === 'features' ? `${first}/${second}/${third}` : first === 'platform' ? `${first}/${second}` : first
}

/** Prose may say that something is "the only setting". */
function withoutComments(text: string): string {
  return text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
}

/** A table belongs to the room that declares it: to change what it means, look in that one folder for all that reads or writes it. */
describe('a table', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(file),
  )
  const texts = new Map(files.map((file) => [file, withoutComments(readFileSync(SRC + file, 'utf8'))] as const))
  const owners = new Map(
    [...texts]
      .filter(([file, text]) => text.includes('defineTables(') && file !== 'platform/db/columns.ts')
      .flatMap(([file, text]) => NAMES.filter((name) => new RegExp(`^  ${name}: \\{`, 'm').test(text)).map((name) => [name, roomOf(file)])),
  )

  it('is declared by one room', () => {
    assert.deepEqual(
      NAMES.filter((name) => !owners.has(name)),
      [],
    )
  })

  it('is read and written by that room, and by those it is shared with', () => {
    const used = [...texts].flatMap(([file, text]) =>
      [...text.matchAll(IN_KYSELY), ...text.matchAll(IN_SQL)]
        .map(([, name = '']) => name)
        .filter((name) => owners.has(name))
        .map((name) => ({ file, name })),
    )
    assert.ok(used.length > 150, `only ${used.length} uses were found`)
    const foreign = used.filter(({ file, name }) => owners.get(name) !== roomOf(file))
    const shared = Object.entries(SHARED).flatMap(([name, rooms]) => rooms.map((room) => `${room}: ${name}`))
    assert.deepEqual([...new Set(foreign.map(({ file, name }) => `${roomOf(file)}: ${name}`))].sort(), shared.sort())
  })
})
