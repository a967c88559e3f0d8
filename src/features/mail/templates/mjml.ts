import { readFileSync } from 'node:fs'
import { Engine } from 'mrml'
import { type Restored, shieldLiquid } from './shield.ts'
import { TemplateError } from './template.ts'

const engine = new Engine()
// By default it loads Google web fonts for names that it knows, such as `Roboto`: a mail loads nothing.
engine.setRenderOptions({ disableComments: true, socialIconOrigin: null, fonts: {} })

const FRAME = readFileSync(new URL('frame.mjml', import.meta.url), 'utf8')
const MARKER = '<!-- content -->'
const LINES_BEFORE = FRAME.slice(0, FRAME.indexOf(MARKER)).split('\n').length - 1

/** HTML void elements. */
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
/** The elements allowed in a mail's body (mjml.io, 4.15), without `mj-include`, which would read files. */
const MJML = new Set(
  `mj-accordion mj-accordion-element mj-accordion-text mj-accordion-title mj-body mj-button mj-column mj-divider mj-group mj-hero mj-image
  mj-navbar mj-navbar-link mj-raw mj-section mj-social mj-social-element mj-spacer mj-table mj-text mj-wrapper`.split(/\s+/),
)
/** Matches every XML name, so that no tag goes uncounted. */
const TAG = /<!--[\s\S]*?(?:-->|$)|<(\/?)([^\s<>/!?="'][^\s<>/="']*)(?![^\s<>/="'])((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>/g
/** The compiler recurses into each element and overflows at some hundreds. */
const MAX_DEPTH = 60

export interface LiquidHtml extends Pick<Restored, 'html'> {
  /** The line of the template's MJML that produced the HTML at the offset; null if the frame did. */
  lineAt(offset: number): number | null
}

/**
 * Compiles the content of a mail's body, inside the frame, to HTML that still contains Liquid. Reads nothing from disk or network.
 * @throws TemplateError; another error if the compiler crashed, after which it cannot be used again in this thread
 */
export function compileMjml(content: string): LiquidHtml {
  const own = shieldLiquid(content)
  const fault = findMarkupFault(own.source)
  if (fault !== null) throw faulty(own.originalLine(fault.line), fault.message)
  const whole = shieldLiquid(FRAME.replace(MARKER, () => content))
  const lines = content.split('\n').length
  const ownLine = (line: number): number | null => (line > LINES_BEFORE && line <= LINES_BEFORE + lines ? line - LINES_BEFORE : null)
  const result = engine.toHtml(whole.source)
  if (result.type === 'error') {
    const stated = 'details' in result ? statedFault(result.details) : { line: 0, message: result.message }
    throw faulty(ownLine(whole.originalLine(stated.line)) ?? lines, stated.message)
  }
  const restored = whole.restore(result.content)
  const lost = restored.lostLines.map(ownLine).find((line) => line !== null)
  if (lost !== undefined) throw faulty(lost, 'Liquid is not supported here and would be dropped.')
  return { html: restored.html, lineAt: (offset) => ownLine(restored.lineAt(offset)) }

  /** mrml reports a position as text, `invalid element at 8:53 cause …`, as a span of the source, or not at all. */
  function statedFault(details: object): { line: number; message: string } {
    if ('position' in details) {
      const { start } = details.position as { start: number }
      return {
        line: Buffer.from(whole.source).subarray(0, start).toString().split('\n').length,
        message: String(Reflect.get(details, 'type')),
      }
    }
    const source = String(Reflect.get(details, 'source') ?? Reflect.get(details, 'type'))
    return { line: Number(/ at (\d+):\d+/.exec(source)?.[1] ?? 0), message: source.replace(/ at \d+:\d+/g, '') }
  }
}

function faulty(line: number, message: string): TemplateError {
  return new TemplateError([{ part: 'mjml', line, message }])
}

interface MarkupFault {
  readonly line: number
  readonly message: string
}

/**
 * Finds faults that the MJML compiler does not report well: elements that it drops silently, and an unclosed element, for which it only
 * reports that the source ends too soon.
 */
export function findMarkupFault(source: string): MarkupFault | null {
  const open: { readonly name: string; readonly line: number }[] = []
  let line = 1
  let last = 0
  for (const match of source.matchAll(TAG)) {
    const [, slash, tag, , selfClosing] = match
    line += source.slice(last, match.index).split('\n').length - 1
    last = match.index
    if (tag === undefined) continue
    const name = tag.toLowerCase()
    if (name.startsWith('mj') && !MJML.has(name)) return { line, message: `<${name}> is not allowed here.` }
    if (VOID.has(name) || selfClosing === '/') continue
    if (slash === '') {
      open.push({ name, line })
      if (open.length > MAX_DEPTH) return { line, message: `<${name}> is nested more than ${MAX_DEPTH} levels deep.` }
    } else {
      const opened = open.pop()
      if (opened === undefined) return { line, message: `</${name}> has no opening tag.` }
      if (opened.name !== name) return { line: opened.line, message: `<${opened.name}> is not closed before </${name}> on line ${line}.` }
    }
  }
  const left = open.pop()
  return left === undefined ? null : { line: left.line, message: `<${left.name}> is not closed.` }
}
