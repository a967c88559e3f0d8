import { existsSync, readFileSync } from 'node:fs'
import type { Language } from '../../../messages/languages.ts'
import { formatMessage } from '../../../messages/messages.ts'
import { type Content, renderContent } from './content.ts'
import type { SavedContent } from './store.ts'
import type { DefaultText } from './tables.ts'

/** The texts that come with the service, in the order of the site's lists. */
export const SHIPPED_SLUGS = ['about', 'api', 'privacy', 'cookies', 'terms', 'accessibility'] as const

/** Who runs the site, as configured; null: not stated. */
export interface Operator {
  readonly name: string | null
  readonly contact: string | null
}

const FOLDER = new URL('defaults/', import.meta.url)

/** Reads a shipped text: a title line (`# …`), a description line (`> …`), then the body. Null: no such text. */
export function readShippedText(slug: string, lang: Language): Content | null {
  if (!(SHIPPED_SLUGS as readonly string[]).includes(slug)) return null
  const file = new URL(`${lang}/${slug}.md`, FOLDER)
  if (!existsSync(file)) return null
  const [title = '', description = '', ...lines] = readFileSync(file, 'utf8').split('\n')
  return {
    format: 'markdown',
    title: title.replace(/^# /, ''),
    description: description.replace(/^> /, ''),
    body: lines.join('\n').trim(),
    indexable: true,
  }
}

/**
 * The shipped texts, each read and rendered once, when it is first needed; `{{ operator }}` and `{{ contact }}` are replaced by the operator's
 * current values.
 */
export function createShipped(operator: () => Operator) {
  const texts = new Map<string, Content>()
  const shown = new Map<string, SavedContent>()
  let said: Operator = { name: null, contact: null }

  function textOf(slug: string, lang: Language): Content | null {
    const key = `${slug} ${lang}`
    const known = texts.get(key)
    if (known !== undefined) return known
    const text = readShippedText(slug, lang)
    // Slugs of visitors are not remembered.
    if (text !== null) texts.set(key, text)
    return text
  }

  return {
    /** The text in its current form, with the operator's name in it; null: not in that language. */
    content(slug: string, lang: Language): SavedContent | null {
      const text = textOf(slug, lang)
      if (text === null) return null
      const key = `${slug} ${lang}`
      const { name, contact } = operator()
      if (name !== said.name || contact !== said.contact) shown.clear()
      said = { name, contact }
      const content = shown.get(key) ?? filled(text, lang, said)
      shown.set(key, content)
      return content
    },

    /** The text as it comes with the service; null: not in that language. */
    defaultText(slug: string, lang: Language): DefaultText | null {
      const text = textOf(slug, lang)
      return text && { title: text.title, description: text.description, body: text.body }
    },

    /** A default text of before, with the operator's name of today. */
    filled: (text: DefaultText, lang: Language): SavedContent => filled({ ...text, format: 'markdown', indexable: true }, lang, operator()),
  }
}

function filled(text: Content, lang: Language, { name, contact }: Operator): SavedContent {
  const unnamed = formatMessage(lang, 'operator.unnamed')
  const body = text.body
    .replaceAll('{{ operator }}', () => plain(name ?? unnamed))
    .replaceAll('{{ contact }}', () => plain(contact ?? unnamed))
  return { ...text, body, html: renderContent({ format: text.format, body }) }
}

/** Escapes Markdown: a name is plain text. */
function plain(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()#+!|<>~]/g, String.raw`\$&`)
}
