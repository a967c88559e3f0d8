import { createRequire } from 'node:module'
import type * as Diff from 'diff'
import type { Content } from './content.ts'

const require = createRequire(import.meta.url)
/** Limit for the search for the shortest diff, which blocks the event loop. */
const MAX_SEARCH_MS = 200

/** A unified diff of two texts. If they have little in common, everything between their common start and end counts as replaced. */
export function compareContents(name: string, before: Content, after: Content, from: string, to: string): string {
  const { createPatch } = require('diff') as typeof Diff
  const [old, next] = [comparable(before), comparable(after)]
  return createPatch(name, old, next, from, to, { timeout: MAX_SEARCH_MS }) ?? replacement(name, old, next, from, to)
}

function comparable({ title, description, format, indexable, body }: Content): string {
  return `title: ${title}\ndescription: ${description}\nformat: ${format}\nindexable: ${indexable}\n\n${body}\n`
}

function replacement(name: string, before: string, after: string, from: string, to: string): string {
  const [old, next] = [before, after].map((text) => text.split('\n').slice(0, -1)) as [string[], string[]]
  const least = Math.min(old.length, next.length)
  let same = 0
  while (same < least && old[same] === next[same]) same++
  let sameEnd = 0
  while (sameEnd < least - same && old.at(-1 - sameEnd) === next.at(-1 - sameEnd)) sameEnd++
  const [gone, come] = [old.slice(same, old.length - sameEnd), next.slice(same, next.length - sameEnd)]
  const head = `Index: ${name}\n${'='.repeat(67)}\n--- ${name}\t${from}\n+++ ${name}\t${to}\n`
  const lines = [...gone.map((line) => `-${line}`), ...come.map((line) => `+${line}`)]
  return `${head}@@ -${same + 1},${gone.length} +${same + 1},${come.length} @@\n${lines.join('\n')}\n`
}
