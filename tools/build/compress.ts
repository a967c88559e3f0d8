import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** Below this size, compression saves less than its own framing takes. */
const THRESHOLD_BYTES = 256
/** What pages load. */
const BY_PAGES = /^assets\/(?!swagger)/
/** 11 takes more than twice the time and saves 2 %. */
const BROTLI_OF_PAGES = 10
/** Of the map's areas and what shows the API's document, half of all: a tenth of the time, and 6 % more. */
const BROTLI_OF_OTHERS = 9

/** Writes `x.br` and `x.gz` beside every text file: they are made once and served often. */
export async function compressFiles(folder: string): Promise<void> {
  const names = await Array.fromAsync(glob('**/*.{js,css,svg,json,webmanifest,html,txt}', { cwd: folder }))
  await Promise.all(names.map((name) => compressFile(join(folder, name), BY_PAGES.test(name) ? BROTLI_OF_PAGES : BROTLI_OF_OTHERS)))
}

async function compressFile(path: string, quality: number): Promise<void> {
  const content = await readFile(path)
  if (content.length < THRESHOLD_BYTES) return
  await writeFile(`${path}.br`, await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }))
  await writeFile(`${path}.gz`, await gzipped(content, { level: 9 }))
}
