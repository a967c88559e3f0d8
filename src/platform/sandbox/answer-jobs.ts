import { parentPort } from 'node:worker_threads'

/** Called in a sandbox's module: answers each job. An exception from `answer` ends the thread. */
export function answerJobs<Job, Answer>(answer: (job: Job) => Answer): void {
  parentPort?.on('message', (job: Job) => send(answer(job)))
  send('ready')
}

function send(message: unknown): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}
