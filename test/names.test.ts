import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
/** Fixtures of tests may name what they hold. */
const FILES = ['src', 'web/app', 'tools', 'lab', 'packages'].flatMap((folder) =>
  readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(?:^|\/)testing\/|node_modules|\.react-router|\.d\.ts$/.test(file))
    .map((file) => `${folder}/${file}`),
)
const DECLARED = /\b(?:function\*?|const|let|class|interface|type|enum)\s+(\w+)|\breadonly (\w+)\??:/g
/** Of the public API and of tables, which stay as they are. A mail is held back. */
const PUBLIC = new Set(['backupsKept', 'held', 'kept', 'told_end', 'told_severity', 'told_state'])

/** With which an exported function may begin; another plain verb of the field is added here. */
const VERBS = new Set(
  `
  add admit advance agree allow announce answer apply archive ask assert assign await blend bootstrap build cache call can capitalise change check
  choose classify clean clear close collect combine compare compile complete compose compress compute confirm connect continue convert copy
  count create cut decide decode decrypt deduce define delete deprecate describe detect disable draw drop dump embed enable encode encrypt end
  ensure enter erase escape estimate evaluate exchange explain export extend extract fetch fill find fit flatten floor fold forget format
  gather generate get grade group guard has hash hedge hide hold identify ignore import include index inherit insert inspect is isolate issue
  join judge label learn lease leave lift limit link list load localise locate lock look maintain make map mark mask match measure merge
  migrate mix move name narrow normalise notify omit open pad parse pick plan poll post prepare present print publish push put query rank
  reactivate read rebuild record refresh refuse register release relocate remember remove rename render repeat replace replay report request
  require reseal reset resolve respond restore retry roll rotate round run save scale score seal search select send serve set settle share
  shield shorten show shrink sign simulate slice sort split start stitch store stream submit subscribe subtract suggest sum summarise supervise
  supplement switch sync take test thin to toggle tokenise trace track transform unite unsubscribe unzip update upgrade use verify visit wait
  watch widen with withdraw without wrap write
  `.match(/\w+/g),
)
/** Named by the framework that calls them, or like the language that they write. */
const PRESCRIBED = new Set(['action', 'clientLoader', 'handleError', 'headers', 'html', 'loader', 'meta', 'shouldRevalidate'])
const EXPORTED = /^export (?:async )?function\*? (\w+)|^export const (\w+) = (?:async )?(?:<[^>]+>)?(?:\([^)]*\)|\w+)(?::[^=]+)? =>/gm

const section = readFileSync(`${ROOT}docs/glossary.md`, 'utf8').split('## Words that are not used')[1] ?? ''
const unused = [...section.matchAll(/^\| ([\w, ]+) \|/gm)].flatMap(([, words = '']) => words.split(', ')).filter((word) => word !== 'not')

/** A name in camel case, in capitals or with hyphens → their words, in lower case. */
function wordsOf(name: string): readonly string[] {
  return [...name.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)].map(([word]) => word.toLowerCase())
}

function isRefused(name: string): boolean {
  if (/^(?:LEAST|MOST)(?:_|$)/.test(name)) return true
  return wordsOf(name.replace(/keep_?alive/i, '')).some(
    (word) => unused.includes(word) || unused.includes(word.replace(/(?:(?<=[cs]h|s|x)es|s)$/, '')),
  )
}

/** docs/glossary.md lists the words and what to write instead. */
describe('a name', () => {
  it('is refused for a word that is not used, wherever it stands in it', () => {
    assert.ok(unused.length >= 15, unused.join())
    assert.deepEqual(
      ['toldBy', 'isKept', 'KeptAlert', 'LEAST_DAYS', 'MOST', 'check-pressing', 'AskerOf', 'readWishes'].filter(isRefused).length,
      8,
    )
    assert.deepEqual(['isAtLeast', 'mostSevere', 'tellurium', 'upkeep', 'UnitSystem'].filter(isRefused), [])
  })

  it('that is declared uses the field’s words', () => {
    assert.ok(FILES.length > 1_000)
    const names = FILES.flatMap((file) =>
      [...readFileSync(ROOT + file, 'utf8').matchAll(DECLARED)].map(([, name, property]) => ({ file, name: name ?? property ?? '' })),
    )
    assert.ok(names.length > 20_000, String(names.length))
    assert.deepEqual(
      names.filter(({ name }) => !PUBLIC.has(name) && isRefused(name)).map(({ file, name }) => `${file}: ${name}`),
      [],
    )
  })

  it('of a file uses the field’s words', () => {
    assert.deepEqual(
      FILES.filter((file) => isRefused(basename(file).replace(/\..*$/, ''))),
      [],
    )
  })

  it('of an exported function begins with a verb, says its object, and stands for nothing else', () => {
    const functions = FILES.filter((file) => !/^(?:tools|lab)\//.test(file)).flatMap((file) =>
      [...readFileSync(ROOT + file, 'utf8').matchAll(EXPORTED)]
        .map(([, declared, arrow]) => ({ file, name: declared ?? arrow ?? '' }))
        .filter(({ name }) => /^[a-z]/.test(name) && !PRESCRIBED.has(name)),
    )
    assert.ok(functions.length > 2_000, String(functions.length))
    const isVerbFirst = (name: string): boolean => VERBS.has(/^[a-z]+/.exec(name)?.[0] ?? '') && !name.endsWith('Of')
    assert.deepEqual(['placesOf', 'stateNow', 'titleText'].filter(isVerbFirst), [])
    assert.deepEqual(
      functions.filter(({ name }) => !isVerbFirst(name)).map(({ file, name }) => `${file}: ${name}`),
      [],
    )
    const several = Map.groupBy(functions, ({ name }) => name)
      .values()
      .filter((all) => all.length > 1)
    assert.deepEqual(
      [...several].map((all) => all.map(({ file, name }) => `${file}: ${name}`)),
      [],
    )
  })
})
