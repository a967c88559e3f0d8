import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { it } from 'node:test'

/**
 * Which rows a bounded deletion takes is decided before it waits for those that others are changing, and is not asked again: a row that was
 * used again meanwhile would be deleted although it is no longer old, and two nodes could wait for each other.
 */
it('deletions of some old rows pass over those that somebody is changing', async () => {
  const faults: string[] = []
  let found = 0
  for await (const path of glob('src/**/*.ts', { cwd: new URL('..', import.meta.url) })) {
    const text = await readFile(new URL(`../${path}`, import.meta.url), 'utf8')
    // Its statement is one of those below.
    found += text.match(/ deleteInSteps\(/g)?.length ?? 0
    for (const [statement] of text.matchAll(/delete from [^`;]*?\blimit (?:\$\{|\d{2})[^`]*/g)) {
      found++
      // The newest so many remain, whoever changes them: FOR UPDATE is not allowed in a UNION.
      if (!statement.includes('skip locked') && !statement.includes('union all')) faults.push(`${path}: ${statement}`)
    }
  }
  assert.deepEqual(faults, [])
  assert.ok(found >= 30, String(found))
})
