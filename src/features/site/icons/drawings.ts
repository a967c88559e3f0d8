import { readFileSync } from 'node:fs'

/** The sprite of the site's own pages: one symbol per icon. */
const SPRITE = new URL('../../../../web/public/weather-icons.svg', import.meta.url)
/** A file cannot adapt to the page that embeds it, so these colours work on light and dark backgrounds. */
const COLOURS: Readonly<Record<string, string>> = {
  sun: '#f2a922',
  moon: '#8c9acb',
  cloud: '#a9bacb',
  storm: '#72859a',
  rain: '#3d8bdb',
  snow: '#6fb1e8',
  sand: '#c9a15c',
}

let drawings: ReadonlyMap<string, string> | undefined

/** Every icon as a separate SVG file, by name. */
export const getIconDrawings = (): ReadonlyMap<string, string> => (drawings ??= readDrawings())

function readDrawings(): ReadonlyMap<string, string> {
  const sprite = readFileSync(SPRITE, 'utf8')
  return new Map(
    [...sprite.matchAll(/<symbol id="([\w-]+)" viewBox="([\d ]+)">(.*?)<\/symbol>/gs)].map(([, name = '', viewBox, shapes = '']) => [
      name,
      `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="${viewBox}">${coloured(shapes)}</svg>`,
    ]),
  )
}

function coloured(shapes: string): string {
  return shapes.replaceAll(/var\(--icon-(\w+)\)/g, (_, name: string) => COLOURS[name] ?? 'currentColor')
}
