import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { IntlMessageFormat } from 'intl-messageformat'
import { type Language, LANGUAGES } from '../src/messages/languages.ts'
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

/** What a text shows, each form alone; `#` stands for a value. */
function shownTexts(text: string): string[] {
  const texts: string[] = []
  const collect = (elements: ReturnType<IntlMessageFormat['getAst']>): void => {
    texts.push(elements.map((each) => (each.type === LITERAL ? String(each.value) : '#')).join(''))
    for (const each of elements) if ('options' in each) for (const { value } of Object.values(each.options)) collect(value)
  }
  collect(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst())
  return texts
}

const LITERAL = 0
/** Names that are written so. */
const NAMES = /\b(?:GeoNames|JavaScript|OpenWeather|iPhone|iPad|µg)\b/g
/** Parts that code joins: they begin or end with a space. */
const JOINED = /^(?:nowcast\.(?:breaks?|peaks?)|mail\.(?:colon|comma|semicolon|stop)|home\.moreOf|places\.savedRemove)$/
/** Latin text and lists of numbers, which have the marks of English in every language. */
const LATIN = /\u2066[^\u2069]*\u2069|\d+\.\d+, \d+\.\d+|\d+[.,]\d+/g

/** docs/voice.md, as far as a program can know it: what no text may contain. */
const BANNED: readonly (readonly [fault: string, pattern: RegExp, languages?: readonly Language[]])[] = [
  ['has a name from the code', /\p{Ll}\p{Lu}|[A-Za-z]_[A-Za-z]/u],
  ['has two spaces', / {2}/],
  ['has a straight quote', /["]/],
  ['has three dots for …', /\.\.\./],
  ['exclaims', /[!！¡]/],
  ['has a space before a mark', /\s[,.;:!?)،؛؟、。：；](?!\d)/, ['en', 'de', 'es', 'it', 'pt', 'ar', 'ja']],
  ['has a space before a mark', /\s[,.)]/, ['fr']],
  ['has no narrow no-break space where French does', /[^\u202f\d][:;!?»%]|«[^\u202f]|\d%/, ['fr']],
  ['has a space before … that may break', / …/],
  ['joins … to its word', /\p{L}…/u, ['de']],
  ['has another language’s quotes', /[„«»「」‘‚]/, ['en', 'pt']],
  ['has another language’s quotes', /[”«»「」‘‚]/, ['de']],
  ['has another language’s quotes', /[“”„「」‘‚]/, ['fr', 'es', 'it', 'ar']],
  ['has another language’s quotes', /[“”„«»‘‚]/, ['ja']],
  ['has a Latin mark', /[,;?]/, ['ar', 'ja']],
  ['has a mark of half width', /[:()](?!\S*[a-z])/, ['ja']],
  ['has other digits than the values', /[\u0660-\u0669\u06f0-\u06f9]/],
  ['asks without ¿', /^[^¿]*\?/, ['es']],
  ['has a word that voice.md bans', /(?<!\p{L})(?:oops|sorry|success\w*|simply|invalid|upstream|fallback|cells?)(?!\p{L})/iu, ['en']],
  ['has a word that voice.md bans', /(?<!\p{L})(?:ungültige Eingabe|erfolgreich|einfach|Fallback|hoppla)(?!\p{L})/iu, ['de']],
  ['has a word that voice.md bans', /(?<!\p{L})(?:invalide|avec succès|désolé|simplement|lieu d’accueil)(?!\p{L})/iu, ['fr']],
  [
    'is European Portuguese',
    /(?<!\p{L})(?:ecrã|ligaç\S+|registad\S+|ficheiro|demasiad\S+|utilizador|telemóvel|fornecedor\S*|programador\S*|partilh\S+|definições)(?!\p{L})/iu,
    ['pt'],
  ],
  ['says Lei', /(?<!\p{L})(?:prema|premerà|consulti|riprovi|scelga|controlli)(?!\p{L})/iu, ['it']],
  ['says tu', /(?<!\p{L})(?:tus?|haz|elige)(?!\p{L})/iu, ['es']],
  ['says du', /(?<!\p{L})(?:du|dein\w*|dir|dich)(?!\p{L})/iu, ['de']],
  ['says tu', /(?<!\p{L})(?:tu|tes?|ton)(?!\p{L})/iu, ['fr']],
]
/** Texts of a place whose name may be any: no preposition or article stands before it. */
const OF_PLACES = new Set([
  'city.title',
  'city.near',
  'day.title',
  'embed.frameTitle',
  'share.pictureAlt',
  'subscribe.titleOf',
  'map.label',
  'meteogram.alt',
])
const BEFORE_NAME: Readonly<Partial<Record<Language, RegExp>>> = {
  de: /\b(?:in|im|auf) #/i,
  fr: /(?:^|\s)(?:à|au|aux|de|en) #/i,
  it: /\b(?:a|di|in|da) #/i,
  pt: /\b(?:em|de|no|na) #/i,
}
/** Countries have articles in some languages: their name stands alone. */
const OF_COUNTRIES = new Set(['warnings.titleIn', 'warnings.noneIn', 'warnings.uncovered'])

/** What another language may share with English: names, codes, units, and words that are the same. */
const SHARED: ReadonlySet<string> = new Set([
  'Tornado',
  'Test: #',
  'Orange',
  'Violet',
  'Pollen',
  'Radar',
  'Pause',
  'Newsletter',
  'Wind',
  'Wind #',
  'optional',
  'Source',
  'Original (#)',
  'Privacy',
  'RMSE',
  'Threat score',
  'Frequency bias',
  'Brier score',
  'Ozone (O₃)',
  '# h # min',
  '# min',
  'or more',
])
const CODE = /^[NESWO]{1,3}$|°[CF]|^#° [NESWO]$/

/** At most so many characters (of which Japanese takes half), where a row or button has no room for more. */
const WIDTHS: readonly (readonly [keys: RegExp, most: number])[] = [
  [/^home\.(?:high|low)$|^city\.point\.\w{1,2}$/, 14],
  [/^places\.(?:save|saved)$|^map\.close$|^cityPage\.share$|^embed\.show$/, 14],
  [/^subscribe\.(?:send|remove)$|^settings\.save$|^page\.preferences\.save$|^ads\.(?:yes|no)$/, 24],
  [/^city\.part\w+$|^map\.(?:precipitation|clouds|temp|wind|pressure|none|warnings)$/, 22],
  [/^frame\.(?:about|accuracy|map|warnings|places|api|settings)$/, 34],
  [/^cityPage\.(?:lowest|highest|chance|gusts|wind|rain|feelsLike|temperature|time|weather)$/, 20],
]

const ENDS = /[.。؟？?]$/

/** Where a text differs from what docs/voice.md says. */
function styleFaultsOf(language: Language, key: string, text: string, original: string): string[] {
  const faults: string[] = []
  for (const whole of shownTexts(text)) {
    const shown = whole.replaceAll(NAMES, 'x').replaceAll(LATIN, '0')
    for (const [fault, pattern, languages] of BANNED)
      if ((languages === undefined || languages.includes(language)) && !JOINED.test(key) && pattern.test(shown))
        faults.push(`${fault}: ${whole}`)
    if (!JOINED.test(key) && whole.trim() !== whole && whole === text) faults.push('begins or ends with a space')
    if (OF_PLACES.has(key) && BEFORE_NAME[language]?.test(shown) === true)
      faults.push(`has a preposition that not every name of a place bears: ${whole}`)
    if (OF_COUNTRIES.has(key) && !/(?:^|: )#\s?(?:[:.]|$)/.test(shown) && language !== 'ja')
      faults.push(`has a country’s name within a sentence: ${whole}`)
    if (language !== 'en' && text === original && !SHARED.has(shown) && !CODE.test(shown) && /\p{L}{2}/u.test(shown))
      faults.push('is English')
  }
  const ends = ENDS.test(text) && !/M[aáií][xn]\.$/.test(text)
  if (language !== 'ja' && ends !== ENDS.test(original) && !text.endsWith('}'))
    faults.push(ends ? 'ends a label with a full stop' : 'has no full stop')
  const most = WIDTHS.find(([keys]) => keys.test(key))?.[1] ?? Infinity
  if (text.length * (language === 'ja' ? 2 : 1) > most) faults.push(`is longer than ${most} characters`)
  return [...new Set(faults)]
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

      it('speaks as docs/voice.md says', () => {
        const faults = Object.entries(texts).flatMap(([key, text]) =>
          styleFaultsOf(language, key, text, english[key] ?? '').map((fault) => `${key} ${fault}`),
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

describe('the check of how a text speaks', () => {
  for (const [fault, language, text, original = text, key = 'x'] of [
    ['a name from the code', 'en', 'must not exceed softBlockShare'],
    ['another from the code', 'en', 'is a hard_block'],
    ['two spaces', 'en', 'No  data'],
    ['a straight quote', 'en', '"Like today"'],
    ['three dots', 'en', 'Loading...'],
    ['an exclamation', 'en', 'Saved!'],
    ['a space before a comma', 'en', 'Rain , snow'],
    ['a space before a comma in French', 'fr', 'Pluie , neige', 'Rain, snow'],
    ['no space before a colon in French', 'fr', 'Carte: {place}', 'Map: {place}'],
    ['a wide space before a question mark in French', 'fr', 'Autre chose ?', 'Anything else?'],
    ['a wide space in French quotes', 'fr', '« Demain\u202f»', '“Tomorrow”'],
    ['an ellipsis that breaks in German', 'de', 'Wird geladen …', 'Loading…'],
    ['an ellipsis that cuts a word in German', 'de', 'Wird geladen…', 'Loading…'],
    ['quotes of English in German', 'de', '“Morgen”', '“Tomorrow”'],
    ['quotes of German in English', 'en', '„Tomorrow“'],
    ['quotes of English in Spanish', 'es', '“Mañana”', '“Tomorrow”'],
    ['quotes of French in Japanese', 'ja', '«明日»', '“Tomorrow”'],
    ['a Latin comma in Arabic', 'ar', 'مطر, ثلج', 'Rain, snow'],
    ['a colon of half width in Japanese', 'ja', '検索: {query}', 'Search: {query}'],
    ['Arabic-Indic digits', 'ar', '٤٨ ساعة', '48 hours'],
    ['a question without ¿', 'es', 'Algo más?', 'Anything else?'],
    ['a banned word', 'en', 'Saved successfully.'],
    ['a Portuguese of Portugal', 'pt', 'Abrir no ecrã', 'Open on the screen'],
    ['a polite form where Italian has none', 'it', 'Consulti il servizio meteo.', 'Check with the weather service.'],
    ['a familiar form in German', 'de', 'Wähle deinen Ort', 'Choose your place'],
    ['a familiar form in French', 'fr', 'Choisis ton lieu', 'Choose your place'],
    ['a familiar form in Spanish', 'es', 'Elige tu lugar', 'Choose your place'],
    ['a space at the end', 'en', 'Save '],
    ['a preposition before a place', 'fr', 'Météo à {place}', 'Weather in {place}', 'embed.frameTitle'],
    ['a country in a sentence', 'de', 'Für {country} gilt keine Warnung.', '{country}: none.', 'warnings.noneIn'],
    ['English in another language', 'de', 'Wind and rain', 'Wind and rain'],
    ['a label that ends like a sentence', 'de', 'Speichern.', 'Save'],
    ['a sentence without an end', 'de', 'Ihre Änderungen sind gespeichert', 'Your changes are saved.'],
    ['a button that is too long', 'de', 'Auf die Liste setzen', 'Save', 'places.save'],
  ] as const satisfies readonly (readonly [fault: string, language: Language, text: string, original?: string, key?: string])[]) {
    it(`finds ${fault}`, () =>
      assert.equal(styleFaultsOf(language, key, text, original).length, 1, styleFaultsOf(language, key, text, original).join('; ')))
  }

  it('lets names, units and joined parts pass', () => {
    for (const [language, key, text] of [
      ['en', 'map.credit', 'Map: Natural Earth, GeoNames.'],
      ['ar', 'page.units.metric', '\u2066°C, km/h, mm\u2069'],
      ['ja', 'embed.unknownPlace', '52.52, 13.41 のように入力してください。'],
      ['fr', 'mail.semicolon', '\u202f; '],
    ] as const)
      assert.deepEqual(styleFaultsOf(language, key, text, text.endsWith('。') || text.endsWith('.') ? 'x.' : 'x'), [])
  })
})
