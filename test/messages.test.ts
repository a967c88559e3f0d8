import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { LANGUAGES } from '../src/messages/languages.ts'
import { elementsOf, parametersOf, type ParameterKind } from '../tools/generate/message-syntax.ts'

const FOLDER = new URL('../messages/', import.meta.url)
const textsOf = (language: string) => JSON.parse(readFileSync(new URL(`${language}.json`, FOLDER), 'utf8')) as Record<string, string>
const english = textsOf('en')

/** The plural categories of CLDR that counts up to 1,000 need; `many` of Romance languages begins at a million. */
function categoriesOf(language: string): string[] {
  const rules = new Intl.PluralRules(language)
  return [...new Set(Array.from({ length: 1_000 }, (_, i) => rules.select(i + 1)))].toSorted()
}

/** What is wrong with a translation of a message. */
function faultsOf(language: string, text: string, original: string): string[] {
  const own = parametersOf(text)
  const expected = parametersOf(original)
  const isSame = (kind: ParameterKind | undefined, of: ParameterKind) => kind === of
  const faults: string[] = []
  for (const [name, kind] of expected) {
    // A language need not distinguish what another does.
    if (!isSame(own.get(name), kind) && !(kind === 'select' && !own.has(name))) faults.push(`has no ${kind} {${name}}`)
  }
  for (const name of own.keys()) if (!expected.has(name)) faults.push(`has {${name}}, which nobody fills in`)
  for (const element of elementsOf(text)) {
    if (!('options' in element)) continue
    const forms = Object.keys(element.options).toSorted()
    if (!forms.includes('other')) faults.push(`has no form for "other" of {${element.value}}`)
    if ('pluralType' in element && forms.filter((form) => form !== 'zero').join(' ') !== categoriesOf(language).join(' ')) {
      faults.push(`has the forms ${forms.join(', ')} of {${element.value}}, not ${categoriesOf(language).join(', ')}`)
    }
    // The forms for single numbers may leave the number out: "one more", "two more".
    const values = Object.entries(element.options).map(([form, { value }]) => [form, namesIn(value, element.value)] as const)
    const other = values.find(([form]) => form === 'other')?.[1]
    for (const [form, names] of values)
      if (names !== other) faults.push(`has {${names}} for "${form}" of {${element.value}}, {${other}} for "other"`)
  }
  if (text.trim() === '') faults.push('is empty')
  if (text.includes("'")) faults.push("has a ', which quotes in ICU MessageFormat: write ’")
  return faults
}

function namesIn(elements: readonly { readonly type: number; readonly value?: unknown }[], selector: string): string {
  const names = elements.flatMap(({ type, value }) => (type === 1 && value !== selector ? [String(value)] : []))
  return [...new Set(names)].toSorted().join(' ')
}

describe('messages/', () => {
  it('has a file for each language', () => {
    const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'))
    assert.deepEqual(files.toSorted(), LANGUAGES.map((language) => `${language}.json`).toSorted())
  })

  for (const language of LANGUAGES) {
    describe(`${language}.json`, () => {
      const texts = textsOf(language)

      it('has every key, in the order of English', () => {
        assert.deepEqual(Object.keys(texts), Object.keys(english))
      })

      it('has the values and the plural forms that each message needs', () => {
        const faults = Object.entries(texts).flatMap(([key, text]) =>
          faultsOf(language, text, english[key] ?? '').map((fault) => `${key} ${fault}`),
        )
        assert.deepEqual(faults, [])
      })

      it('is what a JSON formatter writes', () => {
        assert.equal(readFileSync(new URL(`${language}.json`, FOLDER), 'utf8'), `${JSON.stringify(texts, null, 2)}\n`)
      })
    })
  }
})

describe('a message', () => {
  const ROOT = fileURLToPath(new URL('../', import.meta.url))
  const sources = ['src', 'web/app', 'packages']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => /\.(?:tsx?|mjml|txt)$/.test(file) && !/\.test\.|messages\/parameters\.ts$/.test(file))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')
  const words = new Set(sources.match(/\w+/g))

  // By its whole key, or by its last word, as of an area or with a prefix that is put together.
  it('is used', () => {
    assert.deepEqual(
      Object.keys(english).filter((key) => !sources.includes(key) && !words.has(key.slice(key.lastIndexOf('.') + 1))),
      [],
    )
  })
})

describe('the check of a translation', () => {
  const places = '{n, plural, one {{a} and one place} other {{a} and {n} places}}'
  for (const [fault, language, text, original] of [
    ['a placeholder is missing', 'de', 'bis', 'until {end}'],
    ['a placeholder is misspelt', 'de', 'bis {ende}', 'until {end}'],
    ['a placeholder is missing in one form', 'de', '{n, plural, one {ein Ort} other {{a} und {n} Orte}}', places],
    ['a plural became a placeholder', 'de', '{a} und {n} Orte', places],
    ['a plural form is missing', 'ar', '{n, plural, one {{a}} two {{a}} few {{a} {n}} other {{a} {n}}}', places],
    ['there is a form that the language does not have', 'ja', '{n, plural, one {{a}} other {{a}と{n}か所}}', places],
    ['an apostrophe would quote', 'fr', "jusqu'à {end}", 'until {end}'],
    ['it is empty', 'fr', ' ', 'Save'],
  ] as const) {
    it(`says that ${fault}`, () => assert.notDeepEqual(faultsOf(language, text, original), []))
  }

  it('refuses what is not ICU MessageFormat, and formats of numbers and times', () => {
    for (const text of ['{n', '{n, plural, one {a}}', '{n, number}', '{at, date, short}']) assert.throws(() => parametersOf(text), text)
  })

  it('accepts a translation that does not distinguish what English does', () => {
    assert.deepEqual(faultsOf('ja', '晴れ', '{time, select, day {Sunny} other {Clear}}'), [])
    assert.deepEqual(faultsOf('ja', '{n, plural, other {{a}と{n}か所}}', places), [])
  })
})
