import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** Below this size, compression saves less than its own framing takes. */
const THRESHOLD_BYTES = 256

/** Writes `x.br` and `x.gz` beside every text file, compressed as far as possible: they are made once and served often. */
export async function compressFiles(folder: string): Promise<void> {
  for await (const name of glob('**/*.{js,css,svg,json,webmanifest,html,txt}', { cwd: folder })) {
    const path = join(folder, name)
    const content = await readFile(path)
    if (content.length < THRESHOLD_BYTES) continue
    await writeFile(`${path}.br`, await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }))
    await writeFile(`${path}.gz`, await gzipped(content, { level: 9 }))
  }
}
