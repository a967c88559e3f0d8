/** Draws share pictures. The drawing program and the fonts are loaded with the thread, which ends when it is not needed. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { answerJobs } from '../../../platform/sandbox/answer-jobs.ts'
import type { PictureScene } from '../rendering/index.ts'
import { readFace } from './face.ts'
import { drawPlacePicture } from './picture.ts'

export interface PictureJob {
  readonly scene: PictureScene
  /** The drawing of the condition, as SVG. */
  readonly icon: string | null
}

/** Copied there by the build. */
const FONTS = new URL('../../../../web/build/fonts/', import.meta.url)
const WASM = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')

const [regular, bold, light] = await Promise.all(
  ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf', 'DejaVuSans-ExtraLight.ttf'].map((name) => readFile(new URL(name, FONTS))),
)
if (regular === undefined || bold === undefined || light === undefined) throw new Error('a font is missing')
await initWasm(await readFile(WASM))
const faces = { regular: readFace(regular), bold: readFace(bold) }
const font = { fontBuffers: [regular, bold, light], defaultFontFamily: 'DejaVu Sans' }

answerJobs(({ scene, icon }: PictureJob): Uint8Array => {
  const drawing = new Resvg(drawPlacePicture(scene, icon, faces), { font })
  const image = drawing.render()
  try {
    return image.asPng()
  } finally {
    image.free()
    drawing.free()
  }
})
