type Count = (scope: string, layer: string, freshness: string, trigger: string, answers: number) => void

/**
 * Adds up the answers of one turn of the event loop, since each call of `count` has to look up labels. Returns the counter for one kind.
 */
export function createTally(count: Count): (scope: string, layer: string, freshness: string, trigger: string) => () => void {
  const pending: (() => void)[] = []

  function flush(): void {
    for (const write of pending.splice(0)) write()
  }

  return (scope, layer, freshness, trigger) => {
    let answers = 0
    const write = (): void => {
      count(scope, layer, freshness, trigger, answers)
      answers = 0
    }
    return () => {
      answers += 1
      if (answers > 1) return
      if (pending.length === 0) setImmediate(flush)
      pending.push(write)
    }
  }
}
