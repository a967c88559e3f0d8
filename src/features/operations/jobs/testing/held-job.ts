import type { Job, JobContext, JobResult } from '../job.ts'

export const DONE: JobResult = { status: 'completed', enqueued: 1 }

/** A job that runs until the test decides how it ends. */
export function createControlledJob(name: Job['name'] = 'weekly-digests') {
  const contexts: JobContext[] = []
  const ends: PromiseWithResolvers<JobResult>[] = []
  const job: Job = {
    name,
    run(context) {
      contexts.push(context)
      const end = Promise.withResolvers<JobResult>()
      ends.push(end)
      context.signal.addEventListener('abort', () => end.resolve({ status: 'partial', enqueued: 0 }))
      return end.promise
    },
  }
  return {
    job,
    contexts,
    end: (result: JobResult = DONE) => ends.at(-1)?.resolve(result),
    fail: (error: Error) => ends.at(-1)?.reject(error),
  }
}
