import { Counter } from 'prom-client'
import type { Metrics } from '../../../platform/metrics.ts'

/** Returns the function to call for every answer of that kind. */
export type CounterOf = (scope: string, layer: string, freshness: string, trigger: string) => () => void

type Count = (scope: string, layer: string, freshness: string, trigger: string, answers: number) => void

/** Counts the answers of all APIs, in a metric and by `onAnswered`. */
export function createAnswerCounter(
  { registry }: Metrics,
  onAnswered: (layer: string, scope: string, trigger: string, answers: number) => void,
): CounterOf {
  const answers = new Counter({
    name: 'isobar_weather_answers_total',
    help: 'Weather responses by scope, serving layer and data freshness',
    labelNames: ['scope', 'layer', 'freshness'],
    registers: [registry],
  })
  return createTally((scope, layer, freshness, trigger, count) => {
    answers.inc({ scope, layer, freshness }, count)
    onAnswered(layer, scope, trigger, count)
  })
}

/**
 * Adds up the answers of one turn of the event loop, since each call of `count` has to look up labels. Returns the counter for one kind.
 */
export function createTally(count: Count): CounterOf {
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
