import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { it } from 'node:test'

const ROOT = new URL('../', import.meta.url)

it('every proof that docs/security.md names exists', () => {
  const text = readFileSync(new URL('docs/security.md', ROOT), 'utf8')
  const paths = [...text.matchAll(/`((?:src|test|web|docs|tools|lab)\/[\w./-]+|\.[\w-]+\.cjs|[\w-]+\.(?:json|md))`/g)].map(
    ([, path]) => path as string,
  )
  assert.ok(paths.length > 60)
  assert.deepEqual(
    paths.filter((path) => !existsSync(new URL(path, ROOT))),
    [],
  )
})

it('every row of the table in docs/security.md has a verdict', () => {
  const rows = readFileSync(new URL('docs/security.md', ROOT), 'utf8')
    .split('## ASVS')[1]
    ?.split('\n')
    .filter((line) => /^\| \d/.test(line))
  assert.ok(rows !== undefined && rows.length > 60)
  for (const row of rows) assert.match(row, /\| (?:met|operator's|\*\*not met\*\*|\*\*partly\*\*)/, row)
})
