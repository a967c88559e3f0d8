import { parentPort } from 'node:worker_threads'

/** In a sandbox's module: answers each job. What the function throws ends the thread. */
export function answerJobs<Job, Answer>(answer: (job: Job) => Answer): void {
  parentPort?.on('message', (job: Job) => send(answer(job)))
  send('ready')
}

function send(message: unknown): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)
}
