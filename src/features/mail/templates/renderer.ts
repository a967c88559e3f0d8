import type { ReportError } from '../../../errors.ts'
import type { Changes } from '../../../platform/db/changes.ts'
import { getMailWords } from '../catalogue/index.ts'
import type { CompiledMail } from './compile.ts'
import { buildMailLinks, buildMailView } from './links.ts'
import type { MailToRender, RenderedMail } from './mail.ts'
import { checkTemplate } from './samples.ts'
import type { TemplateSandbox } from './sandbox.ts'
import { createOverrides, type StoredTemplate, TEMPLATES_TOPIC, type TemplateStore } from './store.ts'
import { TemplateError, type MailTemplate } from './template.ts'
import { announceTest } from './test-mark.ts'

export interface MailRendererOptions {
  readonly templates: readonly MailTemplate[]
  readonly store: TemplateStore
  readonly publicUrl: URL
  /** The name that signs mails; read for every mail. */
  readonly service: string
  readonly changes: Pick<Changes, 'watch'>
  readonly sandbox: Pick<TemplateSandbox, 'render'>
  /** Called when a stored template cannot be used and the shipped one is the fallback; once for each faulty version. */
  readonly onFallback: (error: unknown, template: { readonly id: string; readonly version: number }) => void
  readonly onError: ReportError
}

export type MailRenderer = ReturnType<typeof createMailRenderer>

const compiledMails = new WeakMap<MailTemplate, Promise<CompiledMail>>()

/**
 * Compiled with its first mail, and the compiler is loaded only then: a service without mails to send starts sooner and is 4 MB smaller.
 * Shipped templates are constants, so further services of the same process, as in tests, find them compiled.
 */
function compiledOnce(template: MailTemplate): Promise<CompiledMail> {
  const known = compiledMails.get(template)
  if (known !== undefined) return known
  const compiled = import('./compile.ts').then(({ compileMail }) => compileMail(template))
  compiledMails.set(template, compiled)
  return compiled
}

/** Checks the stored templates in the background. */
export function createMailRenderer(options: MailRendererOptions) {
  const { templates, store, publicUrl, changes, sandbox, onFallback, onError } = options
  const shipped = new Map(templates.map((template) => [template.id, template]))
  const faults = new Map<string, { readonly version: number; readonly message: string }>()
  const overrideOf = createOverrides(store, changes)

  /** Why that version is not used, as far as this node knows; null: no known fault. */
  function faultOf({ id, version }: Pick<StoredTemplate, 'id' | 'version'>): string | null {
    const fault = faults.get(id)
    return fault?.version === version ? fault.message : null
  }

  /** Errors that are not the template's fault may be temporary: they are reported, and the next mail tries again. */
  function note(error: unknown, { id, version }: StoredTemplate): void {
    if (faultOf({ id, version }) !== null) return
    if (error instanceof TemplateError) faults.set(id, { version, message: error.message })
    onFallback(error, { id, version })
  }

  /** Null when the shipped template is the fallback. */
  async function renderStored(stored: StoredTemplate, template: MailTemplate, mail: MailToRender): Promise<RenderedMail | null> {
    if (faultOf(stored) !== null) return null
    const links = buildMailLinks(publicUrl, mail.unsubscribe)
    try {
      return await sandbox.render({ ...mail, template, service: options.service, links }, stored, { urgent: true })
    } catch (error) {
      note(error, stored)
      return null
    }
  }

  /**
   * Renders the samples of all stored templates, since a new release may have stricter rules. Reports and disables those that fail. Runs
   * automatically at the start and after each edit.
   */
  async function checkStored(): Promise<void> {
    for (const stored of await store.listTemplates()) {
      const template = shipped.get(stored.id)
      if (template === undefined || faultOf(stored) !== null) continue
      const check = await checkTemplate(template, stored, { sandbox, publicUrl, service: options.service })
      if (!check.ok) note(new TemplateError(check.errors), stored)
    }
  }
  /** Not awaited: neither the start nor other change listeners wait for edited templates. */
  const startCheck = (): void => void checkStored().catch((error: unknown) => onError(error, 'checking the edited mail templates'))
  changes.watch(TEMPLATES_TOPIC, async () => startCheck())
  startCheck()

  return {
    faultOf,
    checkStored,
    /**
     * Renders a mail from the stored template of its kind, or from the shipped one if there is none or it fails: a mistake in an edited
     * template loses no mail.
     * @throws TemplateError, or Error for an unknown template, malformed data or a missing part
     */
    async render(mail: MailToRender): Promise<RenderedMail> {
      const template = shipped.get(mail.template)
      if (template === undefined) throw new Error(`There is no mail template '${mail.template}'.`)
      const stored = await overrideOf(mail.template)
      const words = getMailWords(mail.lang)
      const own = stored === undefined ? null : await renderStored(stored, template, mail)
      if (own !== null) return announceTest(own, mail.data, words)
      const links = buildMailLinks(publicUrl, mail.unsubscribe)
      const { service } = options
      const view = buildMailView(template, mail.data, mail.parts, { units: mail.units, timezone: mail.timezone, words, service, links })
      return announceTest(await (await compiledOnce(template)).render(view, words), mail.data, words)
    },
  }
}
