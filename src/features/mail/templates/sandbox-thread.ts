import { LRUCache } from 'lru-cache'
import { LANGUAGES } from '../../../messages/languages.ts'
import { answerJobs } from '../../../platform/sandbox/answer-jobs.ts'
import { getMailWords } from '../catalogue/index.ts'
import { compileMail, type CompiledMail } from './compile.ts'
import { forgetFragments } from './fragment-cache.ts'
import { findLinkFaults, type LinkRules } from './link-rules.ts'
import type { RenderedMail } from './mail.ts'
import { TemplateError, type TemplateFault, type MailSources } from './template.ts'

/** Compiling and rendering are separate jobs, so that each has the full time limit. */
export type SandboxJob = CompileJob | RenderJob

/** Edited sources. The compiled template is cached under the key, a hash of them. */
interface CompileJob {
  readonly key: string
  readonly sources: MailSources
}

export interface RenderJob {
  readonly key: string
  readonly view: object
  readonly language: string
  readonly rules: LinkRules
}

export type SandboxAnswer =
  | { readonly mail: RenderedMail }
  | { readonly faults: readonly TemplateFault[] }
  | 'compiled'
  /** No longer cached, or this is another thread. */
  | 'unknown'

interface CachedTemplate {
  readonly sources: MailSources
  readonly compiled: CompiledMail
}

const CACHE_SIZE = 20
const cache = new LRUCache<string, CachedTemplate>({ max: CACHE_SIZE })

function answer(job: SandboxJob): SandboxAnswer {
  try {
    if ('view' in job) return render(job)
    cache.set(job.key, { sources: job.sources, compiled: compileMail(job.sources) })
    return 'compiled'
  } catch (error) {
    if (error instanceof TemplateError) return { faults: error.faults }
    throw error
  }
}

function render({ key, view, language, rules }: RenderJob): SandboxAnswer {
  const known = cache.get(key)
  if (known === undefined) return 'unknown'
  forgetFragments()
  const mail = known.compiled.render(view, getMailWords(language))
  const faults = findLinkFaults(mail, rules)
  if (faults.length === 0) return { mail }
  return { faults: faults.map(({ part, message, about }) => ({ part, message, line: lineOf(known.sources[part], about) })) }
}

/** The line where it occurs in the source; 1 if it does not occur literally. */
function lineOf(source: string, about: string): number {
  const at = about === '' ? -1 : source.indexOf(about)
  return at < 0 ? 1 : source.slice(0, at).split('\n').length
}

/** Loads and compiles everything that a mail needs, so that no job is charged for it; a long list gets the hot code optimized. */
function warmUp(): void {
  const row = `<tr>{% if item.name %}<td class="s">{{ item.name }}{% unless forloop.last %}, {% endunless %}</td><td><a href="{{ home }}">{{ 'mail.unsubscribe' | t }}</a></td>{% endif %}</tr>`
  const mjml = `<mj-section><mj-column><mj-table>{% for item in items %}{% cache item.key %}${row}{% endcache %}{% endfor %}</mj-table><mj-button href="{{ home }}">x</mj-button></mj-column></mj-section>`
  const view = {
    dir: 'ltr',
    start: 'left',
    end: 'right',
    service: 'x',
    home: 'https://x.invalid/',
    unsubscribe: null,
    preferences: null,
    preheader: '',
    zone: null,
  }
  const rules = { home: view.home, placeholders: [], ownAddressesOnly: true }
  answer({ key: '', sources: { subject: '{{ service }}', mjml, text: '{% for item in items %}{{ item.name }}{% endfor %}' } })
  for (const language of LANGUAGES) {
    const items = Array.from({ length: 400 }, (_, i) => ({ key: `${language}${i}`, name: `name & ${i}` }))
    const own = { ...view, lang: language, reason: '', credits: [], simulated: false, items }
    answer({ key: '', view: own, language, rules })
  }
}

warmUp()
answerJobs(answer)
