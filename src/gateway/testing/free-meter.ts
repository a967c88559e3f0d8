import assert from 'node:assert/strict'
import type { CallContext } from '../call-context.ts'
import type { Meter } from '../paid-calls.ts'

/** A meter for work that makes no calls; `contexts` are those that it ran work for. */
export interface FreeMeter extends Meter {
  readonly contexts: CallContext[]
}

export function createFreeMeter(): FreeMeter {
  const contexts: CallContext[] = []
  return {
    contexts,
    run(context, work) {
      contexts.push(context)
      return work({ get: () => assert.fail('called') })
    },
    usage: async () => [],
    latestCalls: async () => [],
    lastSuccess: async () => null,
    clientShares: () => [],
    forgetFaults: () => undefined,
    usedByJobs: async () => 0,
    drain: async () => undefined,
  }
}
