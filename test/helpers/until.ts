import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until the condition holds; rejects after `withinMs`, a limit for failures and not a measure. */
export async function until(what: string, condition: () => boolean | Promise<boolean>, withinMs = 20_000): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`waited ${withinMs} ms in vain until ${what}`)
    await sleep(20)
  }
}
