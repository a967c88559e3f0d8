import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

const SOURCES = new URL('../packages/weather/src/', import.meta.url)
const DOCS = new URL('../docs/measurements.md', import.meta.url)

/** `| file | what | edition | compared |` */
const ROW = /^\| `packages\/weather\/src\/(?<file>[\w/.-]+\.ts)` \| (?<what>[^|]+) \| (?<edition>[^|]+) \| (?<day>\d{4}-\d{2}-\d{2}) \|$/gm

const rows = [...readFileSync(DOCS, 'utf8').matchAll(ROW)].map(({ groups }) => groups as Record<'file' | 'edition' | 'day', string>)
/** Comments are wrapped. */
const textOf = (file: string) => readFileSync(new URL(file, SOURCES), 'utf8').replaceAll(/\s*\n \* /g, ' ')

describe('the list of published tables', () => {
  it('is found in the documentation', () => {
    assert.ok(rows.length >= 6, `${rows.length} rows`)
  })

  it('names the edition and the day of comparison that each file states', () => {
    for (const { file, edition, day } of rows) {
      const text = textOf(file)
      assert.ok(text.includes(`compared on ${day}`), `${file}: ${day}`)
      assert.ok(text.includes(edition), `${file}: ${edition}`)
    }
  })

  it('names every file that states a day of comparison', () => {
    const stating = globSync('**/*.ts', { cwd: SOURCES, exclude: (name) => name.endsWith('.test.ts') })
      .filter((file) => /compared on \d{4}/.test(textOf(file)))
      .toSorted()
    assert.deepEqual(rows.map(({ file }) => file).toSorted(), stating)
  })
})
