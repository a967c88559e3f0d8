import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Hands, handsOn } from './hands.ts'

export const DESKTOP = { viewport: { width: 1440, height: 900 } }
export const BERLIN = { lat: 52.517, lon: 13.3889 }
/** A Monday. */
export const NOW = Date.parse('2026-07-06T12:00:00Z')

export interface Tasks {
  /** Does the task from the first page on, and compares what it takes with the documentation. */
  task(name: string, open: () => Promise<Page>, perform: (page: Page, hands: Hands) => Promise<unknown>): void
  /** Compares the tasks that were declared with those of the documentation. To be called after all of them. */
  assertComplete(): void
}

/** The tasks of a table of docs/tasks.md: each has a name, its steps, and how many actions they take. */
export function openTasks(table: 'Readers' | 'Operators'): Tasks {
  const page = readFileSync(new URL('../../docs/tasks.md', import.meta.url), 'utf8')
  const section = page.split(/^## /m).find((each) => each.startsWith(table)) ?? ''
  const documented = new Map(
    section
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .filter(([, , , actions = '']) => /^\d+$/.test(actions))
      .map(([, name = '', steps = '', actions]) => [name, { steps: steps.split(' → '), actions: Number(actions) }]),
  )
  const tried = new Set<string>()
  return {
    task(name, open, perform) {
      tried.add(name)
      it(name, async () => {
        const opened = await open()
        const hands = handsOn(opened)
        await perform(opened, hands)
        const { steps = [], actions } = documented.get(name) ?? {}
        assert.equal(hands.actions, actions, 'docs/tasks.md')
        if (actions !== 0) assert.equal(steps.length, actions, 'the steps in docs/tasks.md')
      })
    },
    assertComplete() {
      it('are those of docs/tasks.md, and no others', () => {
        assert.deepEqual([...documented.keys()].toSorted(), [...tried].toSorted())
      })
    },
  }
}
