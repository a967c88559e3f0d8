import { Liquid, type Parser, type TagToken, type Template, type TopLevelToken } from 'liquidjs'
import type { MessageValues } from '../../../messages/messages.ts'
import type { MailWords } from '../catalogue/index.ts'
import { CacheTag, toAsciiHtml } from './fragment-cache.ts'
import { type MailPart, TemplateError } from './template.ts'

/** The key under which filters find the words: a symbol, so that templates cannot access them directly. */
const WORDS = Symbol('words')

/**
 * Limit on loop steps and characters processed by filters; a digest of twenty places takes some 40,000. Time is limited by the thread in
 * which edited templates run.
 */
const MAX_ALLOCATIONS = 500_000
const MAX_RENDERED_CHARACTERS = 1_000_000

/** Unescaped for text, or escaped for HTML text and attribute values. */
const engines = { text: createEngine(false), html: createEngine(true) }

export type CompiledLiquid = ReturnType<typeof compileLiquid>

/**
 * Parses a Liquid source. Unknown variables and filters are errors, and includes are disabled.
 * @param lineAt the line to report for an offset of the source; default: the source's own lines
 * @throws TemplateError
 */
export function compileLiquid(source: string, syntax: keyof typeof engines, part: MailPart, lineAt?: (offset: number) => number) {
  const engine = engines[syntax]
  const attempt = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw new TemplateError([{ part, line: lineOf(error, source, lineAt), message: messageOf(error) }], error)
    }
  }
  const parsed: Template[] = attempt(() => engine.parse(source))
  return {
    /** @throws TemplateError with the line that failed: an unknown name, too much work */
    render: (view: object, words: MailWords): string =>
      attempt(() => {
        const rendered = String(engine.renderSync(parsed, view, { globals: { [WORDS]: words } }))
        if (rendered.length > MAX_RENDERED_CHARACTERS) throw new Error('The output is too long.')
        return rendered
      }),
  }
}

function createEngine(escaped: boolean): Liquid {
  const engine = new Liquid({
    ...(escaped ? { outputEscape: 'escape' as const } : {}),
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    // `templates` replaces the file system: nothing can be included.
    templates: {},
    dynamicPartials: false,
    memoryLimit: MAX_ALLOCATIONS,
  })
  engine.registerFilter('t', function (key: unknown, ...parameters: [string, string | number][]) {
    const { [WORDS]: words } = this.context.globals as { [WORDS]?: MailWords }
    return (words as MailWords).lookUp(String(key), Object.fromEntries(parameters) as MessageValues)
  })
  const finish = escaped ? toCompactHtml : (text: string): string => text
  engine.registerTag(
    'cache',
    class extends CacheTag {
      constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid, parser: Parser) {
        super(token, rest, liquid, parser, finish)
      }
    },
  )
  return engine
}

interface Located {
  readonly token?: { readonly begin?: number }
}

function lineOf(error: unknown, source: string, lineAt?: (offset: number) => number): number {
  const offset = (error as Located).token?.begin ?? 0
  return lineAt?.(offset) ?? source.slice(0, offset).split('\n').length
}

/** Without the position in the parsed text, which for MJML differs from the source. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/, line:\d+, col:\d+/, '')
}

/** How much longer a fragment may become to take one byte per character in memory. */
const MAX_GROWTH = 1.05

/**
 * Encodes non-ASCII characters as references if there are few: V8 then stores one byte per character. If there are many, as in Japanese and
 * Arabic, the mail would grow, and Gmail clips long mails.
 */
export function toCompactHtml(html: string): string {
  const ascii = toAsciiHtml(html)
  return Buffer.byteLength(ascii) <= MAX_GROWTH * Buffer.byteLength(html) ? ascii : html
}
