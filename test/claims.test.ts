import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize, relative } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** What was true of a release stays as it was written. */
const NOT_READ = /^(?:CHANGELOG\.md|test\/(?:fixtures|snapshots)\/|web\/app\/api\/|packages\/client\/src\/api\.ts)/
const FOLDERS = ['bin', 'deploy', 'docs', 'messages', 'migrations', 'src', 'test', 'tools', 'lab', 'web', 'packages']
const MADE = /^web\/(?:build|\.react-router)/
const IN_BACKTICKS = /`([^`\n]+)`/g
/** A file or folder of the project: ends in one of the endings, or is below one of the folders. Not a pattern, placeholder, route or package. */
const PATH = /^[\w.-]+(?:\/[\w.-]+)*\/?$/
const ENDING = /\.(?:tsx?|md|sql|mjml|cjs|tsv)$/
const TOP_FOLDER = /^(?:src|web|test|tools|lab|docs|migrations|features|platform|gateway|packages|composition|commands|config)\/./
/** In camel case, with or without a call: a name in the code. */
const SYMBOL = /^[a-z]+[A-Z][A-Za-z]*(?:\(\))?$/
const DECISION = /\bdecisions?\s+(\d+)/gi
const DECISIONS = 'docs/decisions/'
const MAX_IN_FORCE = 40
const EXPORTED_FUNCTION = /^export (?:async )?function\*? (\w+)/
const BASES = ['', 'src/', 'src/features/', 'web/app/', 'docs/', 'tools/', 'lab/', 'test/']

function projectFiles(): string[] {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name))),
  )
  return [
    ...readdirSync(ROOT, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : [])),
    ...below.filter((file) => !MADE.test(file)),
  ]
}

const isSource = (file: string): boolean => /\.tsx?$/.test(file)

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm

/** The text that makes claims: all of a document, the comments of code. */
function claimsOf(file: string, text: string): string {
  return isSource(file) ? [...text.matchAll(COMMENT)].join('\n') : text
}

const files = projectFiles()
/** Of code and documents. */
const texts = new Map(
  files
    .filter((file) => !NOT_READ.test(file) && (isSource(file) || file.endsWith('.md')))
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')] as const),
)

/** Readers look for what documents and comments name. */
describe('documents and comments', () => {
  const known = new Set(files)
  const folders = new Set(files.flatMap((file) => ancestorsOf(file)))
  const names = new Set(files.map((file) => basename(file)))
  const code = [...texts]
    .filter(([file]) => isSource(file))
    .map(([, text]) => text.replaceAll(COMMENT, ''))
    .join('\n')
  const words = new Set(code.match(/[A-Za-z_$][\w$]*/g))

  const isThere = (file: string, path: string): boolean => {
    const bare = path.replace(/\/$/, '')
    if (!bare.includes('/')) return names.has(bare) || known.has(normalize(join(dirname(file), bare)))
    return [`${dirname(file)}/`, ...BASES].some((base) => known.has(normalize(base + bare)) || folders.has(normalize(base + bare)))
  }
  const claims = [...texts].flatMap(([file, text]) =>
    [...claimsOf(file, text).matchAll(IN_BACKTICKS)].map(([, named = '']) => ({ file, named })),
  )

  it('name files and folders that exist', () => {
    const paths = claims.filter(({ named }) => PATH.test(named) && (ENDING.test(named) || TOP_FOLDER.test(named)))
    assert.ok(paths.length > 200, `only ${paths.length} were found`)
    assert.deepEqual(
      paths.filter(({ file, named }) => !isThere(file, named)).map(({ file, named }) => `${file}: ${named}`),
      [],
    )
  })

  it('name functions, fields and constants that exist', () => {
    const symbols = claims.filter(({ named }) => SYMBOL.test(named))
    assert.ok(symbols.length > 100, `only ${symbols.length} were found`)
    assert.deepEqual(
      symbols.filter(({ named }) => !words.has(named.replace('()', ''))).map(({ file, named }) => `${file}: ${named}`),
      [],
    )
  })
})

/** What is in force has a file; any other number is part of one in force, or in the history. */
describe('decisions', () => {
  const textOf = (file: string): string => texts.get(DECISIONS + file) ?? ''
  const inForce = new Map(
    [...texts.keys()].flatMap((file) => {
      const [, name, number] = /^docs\/decisions\/((\d{4})-[^/]+)$/.exec(file) ?? []
      return name === undefined ? [] : [[Number(number), name] as const]
    }),
  )
  const partsOf = (name: string): readonly number[] => (/^In force, with (.+)\.$/m.exec(textOf(name))?.[1]?.match(/\d+/g) ?? []).map(Number)
  const parts = new Set([...inForce.values()].flatMap((name) => partsOf(name)))
  const history = new Map(
    [...textOf('history/README.md').matchAll(/^- (\d+)\. (.+)$/gm)].map(([, number, row]) => [Number(number), String(row)]),
  )
  const [, unused = ''] = /Numbers ([\d, and]+) were never given/.exec(textOf('history/README.md')) ?? []
  const never = new Set((unused.match(/\d+/g) ?? []).map(Number))

  it('in force are few, and begin with their number', () => {
    assert.deepEqual(
      [...inForce].filter(([number, name]) => !textOf(name).startsWith(`# ${number}. `)).map(([, name]) => name),
      [],
    )
    assert.ok(inForce.size > 0 && inForce.size <= MAX_IN_FORCE, `${inForce.size} are in force`)
  })

  it('are in force, part of one in force, or in the history', () => {
    const highest = Math.max(...inForce.keys(), ...history.keys())
    const has = (number: number) => inForce.has(number) || parts.has(number) || history.has(number) || never.has(number)
    assert.deepEqual(
      Array.from({ length: highest }, (_, index) => index + 1).filter((number) => !has(number)),
      [],
    )
    assert.deepEqual(
      [...inForce.keys(), ...never].filter((number) => parts.has(number) || history.has(number)),
      [],
    )
    const unstated = [...history].flatMap(([part, row]) => {
      const [, number, name = ''] = /→ \[(\d+)\]\(\.\.\/(\d{4}-[^)]+)\)$/.exec(row) ?? []
      return number !== undefined && !partsOf(name).includes(part) ? [`${name}: ${part}`] : []
    })
    assert.deepEqual(unstated, [])
  })

  it('that are mentioned have a file, or are part of one, or in the history', () => {
    const mentions = [...texts].flatMap(([file, each]) =>
      [...claimsOf(file, each).matchAll(DECISION)].map(([, number]) => ({ file, number: Number(number) })),
    )
    assert.ok(mentions.length > 5, `only ${mentions.length} were found`)
    assert.deepEqual(
      mentions
        .filter(({ number }) => !inForce.has(number) && !parts.has(number) && !history.has(number))
        .map(({ file, number }) => `${file}: ${number}`),
      [],
    )
  })
})

/** An exported function states, right above it, what a caller must know. */
describe('an exported function of src', () => {
  it('has a docstring', () => {
    const bare: string[] = []
    let count = 0
    for (const [file, text] of texts) {
      if (!/^(?:src|packages)\/.*\.ts$/.test(file) || /\.test\.ts$|\/testing\//.test(file)) continue
      const lines = text.split('\n')
      for (const [at, line] of lines.entries()) {
        const name = EXPORTED_FUNCTION.exec(line)?.[1]
        if (name === undefined) continue
        count += 1
        if (!/\*\/\s*$/.test(lines[at - 1] ?? '')) bare.push(`${file}: ${name}`)
      }
    }
    assert.ok(count > 900, `only ${count} were found`)
    assert.deepEqual(bare, [])
  })
})

/** Who has an address looks for the file that answers it. */
describe('a path of the API', () => {
  it('is written out where it is registered', () => {
    const { paths } = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')) as { readonly paths: object }
    const service = [...texts]
      .flatMap(([file, text]) => (/^src\/.*(?<!\.test)\.ts$/.test(file) ? text.replaceAll(COMMENT, '') : []))
      .join('\n')
    assert.ok(Object.keys(paths).length > 100)
    assert.deepEqual(
      Object.keys(paths).filter((path) => !service.includes(`'${path.replaceAll(/\{(\w+)\}/g, ':$1')}'`)),
      [],
    )
  })
})

function ancestorsOf(file: string): string[] {
  const parts = dirname(file).split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}
