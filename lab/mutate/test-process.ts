import { copyFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { after, afterEach, beforeEach, describe } from 'node:test'
import { closeWhatIsOpen } from '../../test/helpers/ending.ts'
import { activate, takeExecuted } from './switches.ts'

/**
 * Runs test files of a copy again and again, each time with another mutant: loading the service takes longer than most tests. Each run loads the
 * test file anew, under another name, and what it tests stays loaded. It is also the reporter of this process: that alone hears of a file's end.
 */
export interface Order {
  readonly file: string
  /** None: the unchanged code. */
  readonly mutant?: number | undefined
}

export interface Answer {
  readonly isGood: boolean
  /** Mutants whose place was executed while modules were loaded, and by tests. */
  readonly loaded: readonly number[]
  readonly executed: readonly number[]
  readonly memoryBytes: number
}

const load = createRequire(import.meta.url)
const runs = new Map<string, number>()
const ends = new Map<string, (isGood: boolean) => void>()

process.on('message', (order: Order) => void run(order).then((answer) => process.send?.(answer)))
process.on('disconnect', () => process.exit())

async function run({ file, mutant }: Order): Promise<Answer> {
  const count = (runs.get(file) ?? 0) + 1
  runs.set(file, count)
  const name = file.replace(/\.test\.ts$/, `.run-${count}.test.ts`)
  copyFileSync(file, name)
  activate(mutant)
  takeExecuted()
  let loaded: number[] = []
  const end = new Promise<boolean>((settle) => ends.set(name, settle))
  void describe(name, () => {
    // One failing test is enough to notice a change.
    let hasFailed = false
    beforeEach(() => {
      if (hasFailed) throw new Error('an earlier test has failed')
    })
    afterEach((test) => {
      if ('passed' in test && !test.passed) hasFailed = true
    })
    after(closeWhatIsOpen)
    try {
      load(resolve(name))
    } finally {
      loaded = takeExecuted()
    }
  })
  const isGood = await end
  activate(undefined)
  rmSync(name)
  return { isGood, loaded, executed: takeExecuted(), memoryBytes: process.memoryUsage.rss() }
}

interface TestEvent {
  readonly type: string
  readonly data: { readonly name?: string; readonly nesting?: number }
}

export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting !== 0) continue
    ends.get(data.name ?? '')?.(type === 'test:pass')
    ends.delete(data.name ?? '')
    yield ''
  }
}
