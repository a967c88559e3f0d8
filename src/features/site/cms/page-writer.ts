import { toSandboxRefusal, createSandbox } from '../../../platform/sandbox/sandbox.ts'
import type { Content, RenderedBody } from './content.ts'

/** Sanitises and renders submitted texts in a separate thread: a long one takes a large part of a second. */
export type PageWriter = ReturnType<typeof createPageWriter>

/** Several times the cost of the longest ordinary text; malicious ones can cost far more. */
const CPU_MS = 1_500
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }
const MAX_WAITING = 4

/** Starts the thread; `cpuMs` limits the CPU time of one text. */
export function createPageWriter(cpuMs = CPU_MS) {
  const sandbox = createSandbox<Pick<Content, 'format' | 'body'>, RenderedBody>({
    module: new URL('./content-thread.ts', import.meta.url),
    cpuMs,
    memory: MEMORY,
    maxWaiting: MAX_WAITING,
  })
  return {
    /** @throws AppError `invalid_request` when the body takes too long, `service_unavailable` */
    render: ({ format, body }: Pick<Content, 'format' | 'body'>): Promise<RenderedBody> =>
      sandbox
        .run((ask) => ask({ format, body }))
        .catch((error: unknown) => {
          throw toSandboxRefusal(error, 'body')
        }),
    close: sandbox.close,
  }
}
