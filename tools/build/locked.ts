import { mkdir, rmdir, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const SLEEP_MS = 200
/** A build takes seconds; whoever holds the lock longer has died. */
const LOCK_MS = 120_000

/** Does the work while no other process does: the folder `lock` is there for as long. */
export async function locked(lock: string, work: () => Promise<void>): Promise<void> {
  for (;;) {
    const isOurs = await mkdir(lock).then(
      () => true,
      () => false,
    )
    if (isOurs) break
    const since = (await stat(lock).catch(() => null))?.mtimeMs ?? Date.now()
    if (Date.now() - since > LOCK_MS) await rmdir(lock).catch(() => undefined)
    await sleep(SLEEP_MS)
  }
  try {
    await work()
  } finally {
    await rmdir(lock).catch(() => undefined)
  }
}
