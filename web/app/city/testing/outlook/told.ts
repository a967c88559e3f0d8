import { readFileSync } from 'node:fs'
import type { Language } from '../../../../../src/messages/languages.ts'

/** A sentence as a reader understands it: the message that it follows, and its values. */
export interface NamedSpell {
  readonly form: string
  readonly what: string
  readonly start: string
  readonly end: string
  readonly text: Readonly<Record<string, string>>
}

const FORMS = [
  'now', 'until', 'untilOnly', 'lasting', 'lastingOnly', 'from', 'fromTo', 'around', 'between', 'scattered',
  'possibleUntil', 'possibleLasting', 'possibleFrom', 'possibleAround', 'possible', 'dry', 'mostlyDry', 'dryAfter',
  'gusts', 'gustsNow', 'wind', 'windNow', 'frost', 'warmer', 'colder',
] // prettier-ignore
const ISOLATES = /[\u2066-\u2069]/g
const escaped = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const grammars = new Map<Language, ReturnType<typeof grammarOf>>()

/** The forms of sentences and the names of weather in a language, from its file of messages. */
function grammarOf(lang: Language) {
  const texts = JSON.parse(readFileSync(new URL(`../../../../../messages/${lang}.json`, import.meta.url), 'utf8')) as Record<string, string>
  const names = new Map(
    Object.entries(texts)
      .filter(([key]) => /^(?:condition\.(?!clear|mostly_clear)|fall\.|nowcast\.what\.)/.test(key))
      .map(([key, text]) => [text, key.replace(/^nowcast\.what/, 'fall')] as const),
  )
  const what = [...names.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')
  const forms = FORMS.map((form) => {
    const pattern = escaped(texts[`outlook.${form}`] ?? '').replace(/\\\{(\w+)\\\}/g, (_, name: string) =>
      name === 'what' ? `(?<what>${what})` : /^(?:start|end|time)$/.test(name) ? `(?<${name}>\\d\\d:\\d\\d)` : `(?<${name}>[^。]+?)`,
    )
    // A full stop within a number ends no sentence.
    return [form, new RegExp(`^${pattern}${lang === 'ja' ? '' : '(?= |$)'}`)] as const
  })
  return { forms, names }
}

/** Reads an outlook back. Null: it has a sentence of no known form. */
export function parseOutlookText(text: string, lang: Language): NamedSpell[] | null {
  const grammar = grammars.get(lang) ?? grammarOf(lang)
  grammars.set(lang, grammar)
  return readRest(text.replace(ISOLATES, '').replace(/[\u00a0\u202f]/g, ' '), grammar)
}

function readRest(text: string, grammar: ReturnType<typeof grammarOf>): NamedSpell[] | null {
  if (text === '') return []
  for (const [form, pattern] of grammar.forms) {
    const found = pattern.exec(text)
    if (found === null) continue
    const after = text.slice(found[0].length)
    const rest = readRest(after.trimStart(), grammar)
    if (rest === null) continue
    const { what = '', start = '', end = '', time = '', ...others } = found.groups ?? {}
    return [{ form, what: grammar.names.get(what) ?? '', start: start || time, end, text: others }, ...rest]
  }
  return null
}
