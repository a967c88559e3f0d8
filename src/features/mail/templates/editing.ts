import type { UnitSystem } from '@isobar/weather'
import type { Actor } from '../../../admin/access/index.ts'
import { AppError, buildInvalidFieldError } from '../../../errors.ts'
import type { Language } from '../../../messages/languages.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { EditedTemplate, TemplateAdminStore } from './admin-store.ts'
import type { RenderedMail } from './mail.ts'
import { checkTemplate, renderEditedSample, renderSample } from './samples.ts'
import type { TemplateSandbox } from './sandbox.ts'
import { TemplateError, type TemplateFault, type MailSources, type MailTemplate } from './template.ts'

/** A template in effect: the shipped one or an administrator's edit. */
export interface TemplateState {
  readonly template: MailTemplate
  /** Null: as shipped. */
  readonly edited: EditedTemplate | null
  /** Why the shipped template is used despite the edit; null when the edit is used. */
  readonly fault: string | null
}

export type PartialSources = { readonly [Part in keyof MailSources]?: MailSources[Part] | undefined }

export interface PreviewOptions {
  /** Id of a sample; default: the first. */
  readonly sample?: string | undefined
  readonly language: Language
  readonly units: UnitSystem
}

export type TemplateEditing = ReturnType<typeof createTemplateEditing>

export interface TemplateEditingOptions {
  readonly templates: readonly MailTemplate[]
  readonly store: TemplateAdminStore
  readonly clock: Clock
  readonly publicUrl: URL
  /** The name by which the service signs. */
  readonly service: () => string
  readonly sandbox: TemplateSandbox
  readonly faultOf: (edited: EditedTemplate) => string | null
}

/** Finds, saves, resets and previews the templates of the service. */
export function createTemplateEditing(options: TemplateEditingOptions) {
  const { templates, store, clock, publicUrl, service, sandbox, faultOf } = options

  function shipped(id: string): MailTemplate {
    const template = templates.find((each) => each.id === id)
    if (template === undefined) throw new AppError('not_found', 'No such template')
    return template
  }

  async function find(id: string): Promise<TemplateState> {
    return stateOf(shipped(id), (await store.find(id)) ?? null)
  }

  function stateOf(template: MailTemplate, edited: EditedTemplate | null): TemplateState {
    return { template, edited, fault: edited === null ? null : faultOf(edited) }
  }

  return {
    /** @throws AppError not_found */
    find,

    async list(): Promise<TemplateState[]> {
      const edited = new Map((await store.list()).map((each) => [each.id, each]))
      return templates.map((template) => stateOf(template, edited.get(template.id) ?? null))
    },

    /**
     * Replaces the sources in effect; omitted parts stay. First compiles them and renders all samples in every language.
     * @throws AppError not_found, conflict, invalid_request with the faulty line
     */
    async save(
      id: string,
      { sources, version, mustBeNew }: { sources: PartialSources; version?: number | undefined; mustBeNew: boolean },
      actor: Actor,
    ): Promise<TemplateState> {
      const state = await find(id)
      const whole = merged(state, sources)
      const check = await checkTemplate(state.template, whole, { sandbox, publicUrl, service: service() })
      if (!check.ok) throw broken(check.errors)
      // The version that the partial sources were merged with must still be current.
      const read = version ?? (isWhole(sources) ? undefined : (state.edited?.version ?? 0))
      await store.save({ id, version: read, mustBeNew, sources: whole, shipped: state.template }, actor, clock.now())
      return find(id)
    },

    /** @throws AppError not_found, conflict */
    async reset(id: string, version: number | undefined, actor: Actor): Promise<TemplateState> {
      shipped(id)
      await store.reset(id, version, actor, clock.now())
      return find(id)
    },

    /** Renders a sample as a reader would get it; the sources need not be saved. @throws AppError not_found, invalid_request */
    async preview(id: string, sources: PartialSources, { sample: name, language, units }: PreviewOptions): Promise<RenderedMail> {
      const state = await find(id)
      const { samples } = state.template
      const sample = name === undefined ? samples[0] : samples.find((each) => each.id === name)
      if (sample === undefined) throw buildInvalidFieldError('sample', `must be one of ${samples.map((each) => each.id).join(', ')}`)
      try {
        const reader = { publicUrl, service: service(), language, units }
        const { template, edited } = state
        // Shipped sources need no sandbox.
        if (edited === null && !isAny(sources)) {
          const { compileMail } = await import('./compile.ts')
          return renderSample(template, compileMail(template), sample, reader)
        }
        return await renderEditedSample(template, merged(state, sources), sample, { ...reader, sandbox })
      } catch (error) {
        if (error instanceof TemplateError) throw broken(error.faults)
        throw error
      }
    },
  }
}

function merged({ template, edited }: TemplateState, { subject, mjml, text }: PartialSources): MailSources {
  const used = edited ?? template
  return { subject: subject ?? used.subject, mjml: mjml ?? used.mjml, text: text ?? used.text }
}

/** Whether at least one source is given. */
export function isAny(sources: PartialSources): boolean {
  return Object.values(sources).some((source) => source !== undefined)
}

function isWhole({ subject, mjml, text }: PartialSources): boolean {
  return subject !== undefined && mjml !== undefined && text !== undefined
}

function broken(faults: readonly TemplateFault[]): AppError {
  const details = faults.slice(0, 20).map(({ part, line, message }) => ({ path: part, message: `line ${line}: ${message}` }))
  const text = details.map(({ path, message }) => `${path}, ${message}`).join('; ')
  return new AppError('invalid_request', text.slice(0, 500), { details })
}
