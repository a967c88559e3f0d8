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

const section = readFileSync(`${ROOT}docs/glossary.md`, 'utf8').split('## Words that are not used')[1] ?? ''
const unused = [...section.matchAll(/^\| ([\w, ]+) \|/gm)].flatMap(([, words = '']) => words.split(', ')).filter((word) => word !== 'not')

/** A name in camel case, in capitals or with hyphens → their words, in lower case. */
function wordsOf(name: string): readonly string[] {
  return [...name.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)].map(([word]) => word.toLowerCase())
}

function isRefused(name: string): boolean {
  if (/^(?:LEAST|MOST)(?:_|$)/.test(name)) return true
  return wordsOf(name.replace(/keep_?alive/i, '')).some((word) => unused.includes(word))
}

/** docs/glossary.md lists the words and what to write instead. */
describe('a name', () => {
  it('is refused for a word that is not used, wherever it stands in it', () => {
    assert.ok(unused.length >= 15, unused.join())
    assert.deepEqual(['toldBy', 'isKept', 'KeptAlert', 'LEAST_DAYS', 'MOST', 'check-pressing', 'AskerOf'].filter(isRefused).length, 7)
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
})
