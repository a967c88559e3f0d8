import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'

it('docs/reliability.md states for each table how large it may grow, and what limits it', async () => {
  const schema = await readFile(new URL('../migrations/schema.sql', import.meta.url), 'utf8')
  const tables = [...schema.matchAll(/^(?:UNLOGGED )?TABLE (\w+)/gm)].map(([, name]) => name)
  const doc = await readFile(new URL('../docs/reliability.md', import.meta.url), 'utf8')
  const section = doc.split(/^## /m).find((text) => text.startsWith('What each table may grow to\n')) ?? ''
  const stated = section
    .split(/^### /m)
    .slice(1)
    .flatMap((how) => [...how.matchAll(/^- (`\w+`(?:, `\w+`)*): \S/gm)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []))
  assert.deepEqual(stated.toSorted(), tables.toSorted())
})
