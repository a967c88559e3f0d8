import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { launchBrowser } from './browser.ts'

it('a browser that does not start although its files look complete is unpacked again, and draws text with its bundled font', async (t) => {
  const cache = await mkdtemp(join(tmpdir(), 'isobar-browser-'))
  t.after(() => rm(cache, { recursive: true, force: true }))
  const packageFile = await readFile(new URL('../package.json', import.meta.resolve('@sparticuz/chromium')), 'utf8')
  const folder = join(cache, `browser-${(JSON.parse(packageFile) as { version: string }).version}`)
  await mkdir(folder)
  await writeFile(join(folder, 'chromium'), 'damaged', { mode: 0o755 })
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ folder, files: { chromium: 7 } }))

  const browser = await launchBrowser([], { caches: [cache] })
  t.after(() => browser.close())
  const page = await browser.newPage()
  await page.setContent('<h1>Rain</h1>')
  const [inSansSerif, inOpenSans] = await page.evaluate<number[]>(`['sans-serif', 'Open Sans'].map((family) => {
    const canvas = document.createElement('canvas').getContext('2d')
    canvas.font = '20px ' + family
    return canvas.measureText('Rain, then snow').width
  })`)
  assert.ok(inSansSerif)
  assert.equal(inSansSerif, inOpenSans, 'a font other than the bundled one')
})
