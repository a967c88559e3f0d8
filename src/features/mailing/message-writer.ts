import { AppError, invalidField } from '../../errors.ts'
import { createSandbox, SandboxError } from '../../platform/sandbox/sandbox.ts'

export interface MessageWriter {
  /** The Markdown of a message as HTML that is safe to be mailed. @throws AppError `invalid_request` where it takes too much, `service_unavailable` */
  html(body: string): Promise<string>
  close(): Promise<void>
}

/** Of the longest text there may be, all headings; some texts are made to take seconds. */
const CPU_MS = 150
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }
const MAX_WAITING = 16
const RETRY_AFTER_SECONDS = 5

export function createMessageWriter(): MessageWriter {
  const sandbox = createSandbox<string, string>({
    module: new URL('./message-thread.ts', import.meta.url),
    cpuMs: CPU_MS,
    memory: MEMORY,
    maxWaiting: MAX_WAITING,
  })
  return {
    html: (body) =>
      sandbox
        .run((ask) => ask(body))
        .catch((error: unknown) => {
          if (!(error instanceof SandboxError)) throw error
          if (error.fault === 'cpu' || error.fault === 'memory') throw invalidField('body', 'takes too long to render')
          throw new AppError('service_unavailable', 'Messages cannot be made just now: try again in some seconds', {
            retryAfterSeconds: RETRY_AFTER_SECONDS,
            cause: error,
          })
        }),
    close: sandbox.close,
  }
}
