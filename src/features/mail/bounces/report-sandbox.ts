import { createSandbox, type Sandbox, type SandboxOptions } from '../../../platform/sandbox/sandbox.ts'
import type { MailReport } from './read-report.ts'

/** Reads mails of strangers as reports, within limits; null: it is no report about one of our mails. */
export type ReportSandbox = Sandbox<Uint8Array, MailReport | null>

/** Reads one mail at a time in a thread of its own; one more may wait. */
export function createReportSandbox(limits: Partial<Pick<SandboxOptions, 'cpuMs' | 'maxWaiting'>> = {}): ReportSandbox {
  return createSandbox({
    module: new URL('./report-thread.ts', import.meta.url),
    cpuMs: 500,
    memory: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    maxWaiting: 1,
    ...limits,
  })
}
