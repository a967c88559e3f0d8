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

it('every requirement in docs/security.md has a verdict, or a proof that it is met', () => {
  const [open = '', met = ''] = readFileSync(new URL('docs/security.md', ROOT), 'utf8').split('## ASVS')[1]?.split('\nMet,') ?? []
  const rows = open.split('\n').filter((line) => /^\| \d/.test(line))
  const proofs = met.split('\n').filter((line) => /^- \d/.test(line))
  assert.ok(rows.length + proofs.length > 60)
  for (const row of rows) assert.match(row, /\| (?:operator's|\*\*not met\*\*|\*\*partly\*\*)/, row)
  for (const proof of proofs) assert.match(proof, /^- \d[^:]*: \S/, proof)
})
