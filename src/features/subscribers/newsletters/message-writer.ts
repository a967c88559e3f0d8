import { toSandboxRefusal, createSandbox } from '../../../platform/sandbox/sandbox.ts'

export type MessageWriter = ReturnType<typeof createMessageWriter>

/** Five times what the longest allowed text takes, all headings, on a machine of 2025: there are slower ones. Some texts are crafted to take seconds. */
const CPU_MS = 750
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }
const MAX_WAITING = 16

/** Converts in a sandboxed worker thread. */
export function createMessageWriter() {
  const sandbox = createSandbox<string, string>({
    module: new URL('./message-thread.ts', import.meta.url),
    cpuMs: CPU_MS,
    memory: MEMORY,
    maxWaiting: MAX_WAITING,
  })
  return {
    /**
     * Converts Markdown to HTML that is safe to mail.
     * @throws AppError `invalid_request` when it takes too much CPU or memory, `service_unavailable`
     */
    html: (body: string): Promise<string> =>
      sandbox
        .run((ask) => ask(body))
        .catch((error: unknown) => {
          throw toSandboxRefusal(error, 'body')
        }),
    close: sandbox.close,
  }
}
