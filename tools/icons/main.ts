import { readFile, writeFile } from 'node:fs/promises'
import { launchBrowser } from '../browser/browser.ts'

/** `node tools/icons/main.ts`: draws the icons of the installed site from `web/public/icons/icon.svg`. What it draws is committed. */
const FOLDER = new URL('../../web/public/icons/', import.meta.url)

interface Icon {
  readonly file: string
  readonly size: number
  /** Share of the side that the picture takes; the rest is ground, for whoever cuts a shape out of it. */
  readonly share: number
  /** Whether the ground goes to the edges, as those want it who round the corners themselves. */
  readonly isFull: boolean
}

const ICONS: readonly Icon[] = [
  { file: '192.png', size: 192, share: 1, isFull: false },
  { file: '512.png', size: 512, share: 1, isFull: false },
  // Maskable: what matters lies within the inner 80 %.
  { file: 'maskable-512.png', size: 512, share: 0.78, isFull: true },
  { file: 'apple-touch-180.png', size: 180, share: 1, isFull: true },
]

const svg = await readFile(new URL('icon.svg', FOLDER), 'utf8')
const browser = await launchBrowser()
try {
  for (const { file, size, share, isFull } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    const drawn = isFull ? svg.replace(' rx="112"', '') : svg
    const ground = isFull ? '#0b5cad' : 'transparent'
    await page.setContent(
      `<style>body{margin:0;display:grid;place-items:center;height:100vh;background:${ground}}svg{width:${share * 100}%}</style>${drawn}`,
    )
    await writeFile(new URL(file, FOLDER), await page.screenshot({ omitBackground: true }))
    await page.close()
  }
} finally {
  await browser.close()
}
