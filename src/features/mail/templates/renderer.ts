import type { Changes } from '../../../platform/db/changes.ts'
import { type MailWords, mailWords } from '../catalogue/index.ts'
import type { MailToRender, RenderedMail, RenderMail } from '../outgoing.ts'
import { compileMail, type CompiledMail } from './compile.ts'
import { frameView } from './frame-view.ts'
import { mailLinks } from './links.ts'
import { createOverrides } from './overrides.ts'
import type { StoredTemplate, TemplateStore } from './store.ts'
import type { MailTemplate } from './template.ts'

export interface MailRendererOptions {
  readonly templates: readonly MailTemplate[]
  readonly store: TemplateStore
  readonly publicUrl: URL
  /** The name by which the service signs; read for every mail. */
  readonly service: string
  readonly changes: Pick<Changes, 'watch'>
  /** A stored template could not be compiled or rendered, so the shipped one was used; told once for each version. */
  readonly onFallback: (error: unknown, template: { readonly id: string; readonly version: number }) => void
}

export interface MailRenderer {
  /**
   * Makes the bodies of a mail from the stored template of its kind, or from the shipped one where there is none or it fails: a mistake
   * in an edited template loses no mail.
   * @throws TemplateError, or Error for an unknown template, malformed data or a missing part
   */
  readonly render: RenderMail
}

interface Override {
  readonly version: number
  /** Null once it has failed. */
  compiled: CompiledMail | null
}

export function createMailRenderer(options: MailRendererOptions): MailRenderer {
  const { templates, store, publicUrl, changes, onFallback } = options
  const shipped = new Map(templates.map((template) => [template.id, { template, compiled: compileMail(template) }]))
  const overrides = new Map<string, Override>()
  const overrideOf = createOverrides(store, changes)

  /** The stored version's rendering; null where the shipped template must do. */
  function renderStored(stored: StoredTemplate, view: object, words: MailWords): RenderedMail | null {
    let override = overrides.get(stored.id)
    if (override?.version !== stored.version) overrides.set(stored.id, (override = { version: stored.version, compiled: null }))
    else if (override.compiled === null) return null
    try {
      override.compiled ??= compileMail(stored)
      return override.compiled.render(view, words)
    } catch (error) {
      override.compiled = null
      onFallback(error, { id: stored.id, version: stored.version })
      return null
    }
  }

  return {
    async render(mail: MailToRender) {
      const entry = shipped.get(mail.template)
      if (entry === undefined) throw new Error(`There is no mail template '${mail.template}'.`)
      const words = mailWords(mail.lang, mail.units)
      const links = mailLinks(publicUrl, mail.unsubscribe)
      const { service } = options
      const own = entry.template.view(mail.data, mail.parts, { units: mail.units, timezone: mail.timezone, words, service, links })
      const view = { ...own, ...frameView(words, links, service) }
      const stored = await overrideOf(mail.template)
      return (stored === undefined ? null : renderStored(stored, view, words)) ?? entry.compiled.render(view, words)
    },
  }
}
