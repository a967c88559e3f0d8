import { readFileSync } from 'node:fs'
import { TemplateError } from './fault.ts'
import { findMarkupFault } from './markup.ts'
import { mjmlToHtml } from './mjml-engine.ts'
import { type Restored, shieldLiquid } from './shield.ts'

const FRAME = readFileSync(new URL('frame.mjml', import.meta.url), 'utf8')
const MARKER = '<!-- content -->'
const LINES_BEFORE = FRAME.slice(0, FRAME.indexOf(MARKER)).split('\n').length - 1

export interface LiquidHtml extends Pick<Restored, 'html'> {
  /** The line of the template's MJML that produced the HTML at the offset; null if the frame did. */
  lineAt(offset: number): number | null
}

/**
 * Compiles the content of a mail's body, inside the frame, to HTML that still contains Liquid. Reads nothing from disk or network.
 * @throws TemplateError
 */
export function compileMjml(content: string): LiquidHtml {
  const own = shieldLiquid(content)
  const fault = findMarkupFault(own.source)
  if (fault !== null) throw faulty(own.originalLine(fault.line), fault.message)
  const whole = shieldLiquid(FRAME.replace(MARKER, () => content))
  const lines = content.split('\n').length
  const ownLine = (line: number): number | null => (line > LINES_BEFORE && line <= LINES_BEFORE + lines ? line - LINES_BEFORE : null)
  const result = mjmlToHtml(whole.source)
  if (result === null) throw faulty(1, 'The MJML cannot be compiled.')
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
