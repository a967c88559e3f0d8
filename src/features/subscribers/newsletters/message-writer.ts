import { refusalOf } from '../../../platform/sandbox/refusal.ts'
import { createSandbox } from '../../../platform/sandbox/sandbox.ts'

export interface MessageWriter {
  /** The Markdown of a message as HTML that is safe to be mailed. @throws AppError `invalid_request` where it takes too much, `service_unavailable` */
  html(body: string): Promise<string>
  close(): Promise<void>
}

/** Of the longest text there may be, all headings; some texts are made to take seconds. */
const CPU_MS = 150
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }
const MAX_WAITING = 16

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
          throw refusalOf(error, 'body')
        }),
    close: sandbox.close,
  }
}
