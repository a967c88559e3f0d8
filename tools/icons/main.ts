import { readFile, writeFile } from 'node:fs/promises'
import { launchBrowser } from '../browser/browser.ts'

/** `node tools/icons/main.ts`: draws the icons of the installed site from `web/public/icons/icon.svg`. The result is committed. */
const FOLDER = new URL('../../web/public/icons/', import.meta.url)

interface Icon {
  readonly file: string
  readonly size: number
  /** Share of the side that the picture takes; the rest is background, for systems that cut a shape out of it. */
  readonly share: number
  /** Whether the background goes to the edges, for systems that round the corners themselves. */
  readonly isFull: boolean
}

const ICONS: readonly Icon[] = [
  { file: '192.png', size: 192, share: 1, isFull: false },
  { file: '512.png', size: 512, share: 1, isFull: false },
  // Maskable: the important part lies within the inner 80 %.
  { file: 'maskable-512.png', size: 512, share: 0.78, isFull: true },
  { file: 'apple-touch-180.png', size: 180, share: 1, isFull: true },
]
/** Sizes in `favicon.ico`, for browsers and tools that request nothing else. */
const FAVICON_SIZES = [16, 32, 48]

const svg = await readFile(new URL('icon.svg', FOLDER), 'utf8')
const browser = await launchBrowser()
try {
  for (const icon of ICONS) await writeFile(new URL(icon.file, FOLDER), await draw(icon))
  const pictures: Buffer[] = []
  for (const size of FAVICON_SIZES) pictures.push(await draw({ size, share: 1, isFull: false }))
  await writeFile(new URL('../favicon.ico', FOLDER), iconFile(pictures))
} finally {
  await browser.close()
}

async function draw({ size, share, isFull }: Omit<Icon, 'file'>): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const drawn = isFull ? svg.replace(' rx="112"', '') : svg
  const ground = isFull ? '#0b5cad' : 'transparent'
  await page.setContent(
    `<style>body{margin:0;display:grid;place-items:center;height:100vh;background:${ground}}svg{width:${share * 100}%}</style>${drawn}`,
  )
  const picture = await page.screenshot({ omitBackground: true })
  await page.close()
  return picture
}

/** An ICO of PNG pictures: a header, an entry of 16 bytes for each, then the pictures. */
function iconFile(pictures: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let at = header.length
  for (const [index, picture] of pictures.entries()) {
    const entry = 6 + 16 * index
    header.writeUInt8(FAVICON_SIZES[index] ?? 0, entry)
    header.writeUInt8(FAVICON_SIZES[index] ?? 0, entry + 1)
    header.writeUInt16LE(1, entry + 4)
    header.writeUInt16LE(32, entry + 6)
    header.writeUInt32LE(picture.length, entry + 8)
    header.writeUInt32LE(at, entry + 12)
    at += picture.length
  }
  return Buffer.concat([header, ...pictures])
}
