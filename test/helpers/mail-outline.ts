import { Parser } from 'htmlparser2'

const BLOCKS = /^(?:h[1-6]|p|li|div|table|td|th|tr|body)$/
const CELLS = /^t[dh]$/

/**
 * What a reader gets of the HTML of a mail, one line for each block, in order: headings as `# …`, table rows as `| … | … |`, links as
 * `[text](target)`, images as `![alt](source)`, languages and directions as `{lang=de}`. Styles and the nesting of layout tables are left
 * out.
 */
export function outlineOf(html: string): string[] {
  const lines: string[] = []
  const open: { readonly name: string; readonly href?: string | undefined; readonly cellsBefore: number }[] = []
  let row: string[] = []
  let text = ''
  let isIgnored = false

  /** Ends a block: a cell goes to its row, anything else becomes a line. */
  function endBlock(name: string): void {
    const said = text.replaceAll(/\s+/g, ' ').trim()
    text = ''
    if (said === '') return
    if (CELLS.test(name)) row.push(said)
    else lines.push(/^h[1-6]$/.test(name) ? `${'#'.repeat(Number(name[1]))} ${said}` : said)
  }

  function endRow(): void {
    // A table within a row, such as a bar between two numbers, is part of it.
    if (row.length === 0 || (open.at(-1)?.cellsBefore ?? 0) > 0) return
    lines.push(row.length === 1 ? (row[0] as string) : `| ${row.join(' | ')} |`)
    row = []
  }

  const parser = new Parser({
    onopentag(name, { href, alt, src, lang, dir }) {
      if (name === 'style' || name === 'title') isIgnored = true
      if (BLOCKS.test(name)) endBlock('')
      open.push({ name, href, cellsBefore: row.length })
      for (const [key, value] of Object.entries({ lang, dir })) if (value !== undefined) text += `{${key}=${value}} `
      if (name === 'a') text += '['
      if (name === 'img') text += `![${alt ?? 'NO ALT'}](${src ?? ''})`
      if (name === 'br') text += ' '
    },
    ontext(value) {
      if (!isIgnored) text += value
    },
    onclosetag(name) {
      if (name === 'style' || name === 'title') isIgnored = false
      if (name === 'a') text += `](${open.at(-1)?.href ?? 'NO TARGET'})`
      if (BLOCKS.test(name)) endBlock(name)
      if (name === 'tr') endRow()
      open.pop()
    },
  })
  parser.end(html)
  return lines
}
