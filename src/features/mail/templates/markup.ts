/** HTML elements that have no end tag. */
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
/** What a mail's body may be made of (mjml.io, 4.15); `mj-include` is not: it would read files. */
const MJML = new Set(
  `mj-accordion mj-accordion-element mj-accordion-text mj-accordion-title mj-body mj-button mj-column mj-divider mj-group mj-hero mj-image
  mj-navbar mj-navbar-link mj-raw mj-section mj-social mj-social-element mj-spacer mj-table mj-text mj-wrapper`.split(/\s+/),
)
/** Names as XML has them, so that none goes uncounted. */
const TAG = /<!--[\s\S]*?-->|<(\/?)([^\s<>/!?="'][^\s<>/="']*)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>/g
/** The compiler goes deeper with each and overflows at some hundreds. */
const MAX_DEPTH = 60

export interface MarkupFault {
  readonly line: number
  readonly message: string
}

/**
 * What the MJML compiler does not name or does not name well: elements that it drops in silence, and the one that was left open, for
 * which it only says that the source ends too soon.
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
