import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until the condition holds; rejects after `withinMs`, which bounds a failure and is no expectation of how long it takes. */
export async function until(what: string, condition: () => boolean | Promise<boolean>, withinMs = 180_000): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`timed out after ${withinMs} ms, waiting until ${what}`)
    await sleep(20)
  }
}
