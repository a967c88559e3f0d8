import { createHash } from 'node:crypto'
import type { UnitSystem } from '@isobar/weather'
import { AppError } from '../../../errors.ts'
import { type Ask, createSandbox, SandboxError } from '../../../platform/sandbox/sandbox.ts'
import { getMailWords } from '../catalogue/index.ts'
import { buildMailView } from './links.ts'
import type { RenderedMail } from './mail.ts'
import type { SandboxAnswer, SandboxJob } from './sandbox-thread.ts'
import { hideSecrets } from './secret-links.ts'
import { TemplateError, type MailLinks, type MailSources, type MailTemplate, pickMailSources } from './template.ts'

/** The reader and the data with which an edited template is rendered. */
export interface SandboxedMail {
  readonly template: MailTemplate
  readonly data: object
  readonly parts: ReadonlyMap<string, object>
  readonly lang: string
  readonly units: UnitSystem
  readonly timezone: string
  readonly service: string
  readonly links: MailLinks
}

export type TemplateSandbox = ReturnType<typeof createTemplateSandbox>

/** CPU time for compiling, and again for each mail. A digest of twenty places takes 33 ms on a machine of 2025; slow ones need several times as much. */
const CPU_MS = 500
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }
const MAX_WAITING = 16
const RETRY_AFTER_SECONDS = 5

/** Renders edited templates in a worker thread. */
export function createTemplateSandbox() {
  const sandbox = createSandbox<SandboxJob, SandboxAnswer>({
    module: new URL('./sandbox-thread.ts', import.meta.url),
    cpuMs: CPU_MS,
    memory: MEMORY,
    maxWaiting: MAX_WAITING,
  })
  const run: (session: (ask: Ask<SandboxJob, SandboxAnswer>) => Promise<SandboxAnswer>, urgent: boolean) => Promise<SandboxAnswer> = (
    session,
    urgent,
  ) =>
    sandbox.run(session, { urgent }).catch((error: unknown) => {
      throw error instanceof SandboxError ? translated(error) : error
    })

  return {
    /**
     * Renders edited sources in a separate thread with strict limits on time and memory and without the secret links, then checks their URLs.
     * @throws TemplateError; AppError `service_unavailable` when too many wait; SandboxError when the thread ended for another reason
     */
    async render(
      { template, data, parts, lang, units, timezone, service, links: real }: SandboxedMail,
      sources: MailSources,
      { urgent }: { readonly urgent: boolean },
    ): Promise<RenderedMail> {
      const secrets = hideSecrets(real)
      const { links } = secrets
      const words = getMailWords(lang)
      const view = buildMailView(template, data, parts, { units, timezone, words, service, links })
      const key = createHash('sha256')
        .update(JSON.stringify([sources.subject, sources.mjml, sources.text]))
        .digest('base64url')
      const rules = { home: links.home, placeholders: secrets.placeholders(), ownAddressesOnly: template.ownerOnly === true }
      const job: SandboxJob = { key, view, language: lang, rules }
      const answer = await run(async (ask) => {
        const first = await ask(job)
        if (first !== 'unknown') return first
        const compiled = await ask({ key, sources: pickMailSources(sources) })
        return compiled === 'compiled' ? ask(job) : compiled
      }, urgent)
      if (typeof answer === 'string') throw new SandboxError('crashed')
      if ('faults' in answer) throw new TemplateError(answer.faults)
      return secrets.reveal(answer.mail)
    },
    close: sandbox.close,
  }
}

function translated(error: SandboxError): Error {
  const { fault } = error
  if (fault === 'cpu') return tooMuch('Rendering takes too long.')
  if (fault === 'memory') return tooMuch('Rendering takes too much memory.')
  if (fault === 'busy') {
    return new AppError('service_unavailable', 'Too many templates are being rendered. Please try again in a few seconds.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  }
  return error
}

function tooMuch(message: string): TemplateError {
  return new TemplateError([{ part: 'mjml', line: 1, message }])
}
