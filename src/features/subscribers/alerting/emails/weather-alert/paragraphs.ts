/** A line that begins a list item is not joined to the line before. */
const ITEM = /^\s*(?:[*•·-]|\d+[.)])\s*/

export interface Paragraphs {
  readonly paragraphs: readonly string[]
  /** True where the text was longer. */
  readonly cut: boolean
}

/**
 * Reflows a warning's text, which its issuer may have wrapped at 69 characters, into paragraphs of at most `maxCharacters` in total: cut at
 * the last paragraph end in the second half, else at a word.
 */
export function toParagraphs(text: string, maxCharacters: number): Paragraphs {
  const paragraphs: string[] = []
  for (const block of text.replace(/\r\n?/g, '\n').split(/\n\s*\n/)) {
    let current = ''
    for (const line of block.split('\n').map((line) => line.trim())) {
      if (ITEM.test(line) && current !== '') {
        paragraphs.push(current)
        current = line
      } else current = `${current} ${line}`.trim()
    }
    if (current !== '') paragraphs.push(current)
  }
  return cutParagraphs(paragraphs, maxCharacters)
}

function cutParagraphs(paragraphs: readonly string[], maxCharacters: number): Paragraphs {
  const whole: string[] = []
  let left = maxCharacters
  for (const paragraph of paragraphs) {
    if (paragraph.length > left) {
      if (left < maxCharacters / 2) return { paragraphs: whole, cut: true }
      const words = paragraph
        .slice(0, left)
        .replace(/(?<!\s)\s+\S*$/, '')
        .toWellFormed()
      return { paragraphs: [...whole, `${words} …`], cut: true }
    }
    whole.push(paragraph)
    left -= paragraph.length
  }
  return { paragraphs: whole, cut: false }
}
