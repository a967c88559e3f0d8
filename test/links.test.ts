import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const NOT_READ = /(?:^|\/)(?:node_modules|\.git|fixtures|snapshots|defaults|build|data)\//
/** A block or a span of code: what looks like a link there is none. */
const CODE = /^```.*?^```|`[^`\n]+`/gms
const LINK = /\]\((?<target>[^)\s]+)\)/g

const documents = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md') && !NOT_READ.test(file))
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** As GitHub makes them of headings. */
function anchorsOf(file: string): ReadonlySet<string> {
  const headings = textOf(file)
    .replaceAll(/^```.*?^```/gms, '')
    .matchAll(/^#+ (.+)$/gm)
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/\]\([^)]*\)|[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  )
}

/** What is wrong with a link of a document, if anything is. */
function faultOf(file: string, target: string): string | null {
  const [path = '', anchor] = target.split('#')
  const to = path === '' ? file : relative(ROOT, join(ROOT, dirname(file), decodeURIComponent(path)))
  if (!existsSync(join(ROOT, to))) return `${file}: ${target} does not exist`
  return anchor === undefined || !to.endsWith('.md') || anchorsOf(to).has(anchor) ? null : `${file}: ${target} has no such heading`
}

it('links of documents lead to files and headings that exist', () => {
  const links = documents.flatMap((file) =>
    [...textOf(file).replaceAll(CODE, '').matchAll(LINK)]
      .map(({ groups }) => groups?.['target'] ?? '')
      .filter((target) => !/^(?:https?|mailto):|^\//.test(target))
      .map((target) => ({ file, target })),
  )
  assert.ok(links.length > 100, `only ${links.length} were found`)
  assert.deepEqual(
    links.map(({ file, target }) => faultOf(file, target)).filter((fault) => fault !== null),
    [],
  )
})
