/**
 * Rows of short texts as one text: what a page sends along for the browser names each text of a list by a number, which takes more room
 * than these texts do.
 */
export function packed(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((text) => text.replace(/[|\n]/g, ' ')).join('|')).join('\n')
}

export function unpacked(text: string): string[][] {
  return text === '' ? [] : text.split('\n').map((row) => row.split('|'))
}
