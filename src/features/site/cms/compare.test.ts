import assert from 'node:assert/strict'
import { it } from 'node:test'
import { applyPatch } from 'diff'
import { compareContents } from './compare.ts'
import type { Content } from './content.ts'

const content = (body: string): Content => ({ format: 'markdown', title: 'T', description: 'D', indexable: true, body })

it('shows what differs', () => {
  const patch = compareContents('about.en', content('a\nb\nc'), content('a\nB\nc'), 'shipped', 'draft')
  assert.match(patch, /^--- about\.en\tshipped\n\+\+\+ about\.en\tdraft\n@@ .* @@\n(?: .*\n)+-b\n\+B\n c\n$/m)
})

it('gives up quickly on entirely different texts, and still returns a valid patch', () => {
  const text = (step: number, by: number) =>
    Array.from({ length: 33_000 }, (_, i) => (i * step) % by)
      .join('\n')
      .slice(0, 99_000)
  const [before, after] = [text(7_919, 97), text(104_729, 89)]
  const patch = compareContents('about.en', content(before), content(after), '1', '2')
  const whole = (body: string) => `title: T\ndescription: D\nformat: markdown\nindexable: true\n\n${body}\n`
  assert.equal(applyPatch(whole(before), patch), whole(after))
})
