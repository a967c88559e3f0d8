/**
 * Packs rows of short texts into one text: the router's serialisation refers to each text of a list by a number, which takes more space
 * than these texts.
 */
export function packed(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((text) => text.replace(/[|\n]/g, ' ')).join('|')).join('\n')
}

/** The rows of a packed text. */
export function unpacked(text: string): string[][] {
  return text === '' ? [] : text.split('\n').map((row) => row.split('|'))
}
