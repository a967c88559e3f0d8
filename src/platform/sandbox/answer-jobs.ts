import { parentPort } from 'node:worker_threads'

/** Called in a sandbox's module: answers each job. An exception from `answer` or a rejection ends the thread. */
export function answerJobs<Job, Answer>(answer: (job: Job) => Answer | Promise<Answer>): void {
  parentPort?.on('message', async (job: Job) => send(await answer(job)))
  send('ready')
}

function send(message: unknown): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}
