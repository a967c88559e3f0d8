import type { Fact } from './notified-by-documents.ts'

/** What was published for one place, and the mails that its reader has received. */
interface Account {
  /** The warnings in force, by chain. */
  readonly running: Map<string, Fact>
  /** Since when lists have lacked a warning that should still be in force, by chain. */
  readonly lacking: Map<string, { readonly fact: Fact; readonly since: number }>
  readonly published: Map<string, number>
  /** Called off by a message, or unlisted before its end: an all-clear is allowed. */
  readonly calledOff: Map<string, number>
  /** Those of them for which an all-clear is required: all but warnings that ended by themselves before their absence was conclusive. */
  readonly calledOffLong: Map<string, number>
  readonly told: Map<string, number>
  readonly toldOff: Map<string, number>
}

const add = (counts: Map<string, number>, title: string): void => void counts.set(title, (counts.get(title) ?? 0) + 1)
const beyond = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number =>
  [...a].reduce((sum, [title, count]) => sum + Math.max(0, count - (b.get(title) ?? 0)), 0)

/**
 * Compares what the documents say, place by place, with the resulting mails. Two warnings with the same title count as two. `absentMs` is
 * how long a warning must be missing for its all-clear to be due: three good readings and the bad ones between them.
 */
export function createLedger(absentMs: number) {
  const accounts = new Map<string, Account>()
  const accountOf = (place: string): Account => {
    const known = accounts.get(place)
    if (known !== undefined) return known
    const fresh = {
      running: new Map(),
      lacking: new Map(),
      published: new Map(),
      calledOff: new Map(),
      calledOffLong: new Map(),
      told: new Map(),
      toldOff: new Map(),
    }
    accounts.set(place, fresh)
    return fresh
  }
  const sum = (one: (account: Account) => number): number => [...accounts.values()].reduce((total, account) => total + one(account), 0)

  return {
    /** What is published for a place now (epoch milliseconds), whether or not the service can read it. */
    publish(place: string, facts: readonly Fact[], now: number): void {
      const account = accountOf(place)
      const listed = new Map(facts.map((fact) => [fact.chain, fact]))
      for (const fact of facts) {
        const { chain, title, isOver, endMs } = fact
        const wasLacking = account.lacking.delete(chain)
        const isRunning = account.running.has(chain) || wasLacking
        if (!isOver && endMs > now) {
          if (!isRunning) add(account.published, title)
          account.running.set(chain, fact)
        } else {
          if (isRunning && isOver) {
            if (!wasLacking) add(account.calledOff, title)
            add(account.calledOffLong, title)
          }
          account.running.delete(chain)
        }
      }
      for (const [chain, fact] of account.running) {
        if (fact.endMs <= now) account.running.delete(chain)
        else if (!listed.has(chain)) {
          account.running.delete(chain)
          account.lacking.set(chain, { fact, since: now })
          add(account.calledOff, fact.title)
        }
      }
      for (const [chain, { fact, since }] of account.lacking) {
        if (fact.endMs > now && now - since < absentMs) continue
        account.lacking.delete(chain)
        if (fact.endMs > now) add(account.calledOffLong, fact.title)
      }
    },
    /** Records a mail to the reader of a place. */
    tell(place: string, stage: string, title: string): void {
      if (stage === 'new') add(accountOf(place).told, title)
      if (stage === 'cancelled') add(accountOf(place).toldOff, title)
    },
    /** The faults so far: the first two must always be 0, and after a good reading all four. */
    faults: () => ({
      falseAllClears: sum(({ toldOff, calledOff }) => beyond(toldOff, calledOff)),
      doubled: sum(({ told, published }) => beyond(told, published)),
      missed: sum(({ told, published }) => beyond(published, told)),
      allClearsMissed: sum(({ toldOff, calledOffLong }) => beyond(calledOffLong, toldOff)),
    }),
    /** The warnings and all-clears published so far, over all places. */
    totals: () => ({
      warnings: sum(({ published }) => [...published.values()].reduce((a, b) => a + b, 0)),
      allClears: sum(({ calledOff }) => [...calledOff.values()].reduce((a, b) => a + b, 0)),
    }),
  }
}
