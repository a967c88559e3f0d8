import { UNKNOWN } from '../../format/numbers.ts'
import { roundCoordinate } from '../charts/curve.ts'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** What XML 1.0 cannot hold, even as references. */
// oxlint-disable-next-line no-control-regex -- those are meant
const NO_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

/** Text as the content of an element or an attribute. */
export function escapeMarkup(value: string): string {
  return value
    .toWellFormed()
    .replace(NO_XML, '')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] as string)
}

/** A value as a cell of a table in HTML; `unknown`: what screen readers get for one that is not known. */
export function writeTableCell(value: string, unknown: string): string {
  return `<td>${value === UNKNOWN ? `<span aria-hidden="true">${UNKNOWN}</span><span class="unseen">${escapeMarkup(unknown)}</span>` : escapeMarkup(value)}`
}

/** A text at a point of the picture, centred there unless `anchor` says that it starts or ends there. */
export function drawLabel(x: number, y: number, value: string, kind = '', anchor: 'start' | 'middle' | 'end' = 'middle'): string {
  const named = kind === '' ? '' : ` class="${kind}"`
  const anchored = anchor === 'middle' ? '' : ` text-anchor="${anchor}"`
  return `<text x="${roundCoordinate(x)}" y="${roundCoordinate(y)}"${named}${anchored}>${escapeMarkup(value)}</text>`
}
