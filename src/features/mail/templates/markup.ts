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

export interface MarkupFault {
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
