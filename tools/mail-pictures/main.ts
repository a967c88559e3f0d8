import { writeFile } from 'node:fs/promises'
import { MAILS } from '../../src/composition/mails.ts'
import { compileMail } from '../../src/features/mail/templates/compile.ts'
import { renderSample } from '../../src/features/mail/templates/samples.ts'
import { launchBrowser } from '../browser/browser.ts'

/** `npm run mail-pictures`: takes the pictures of sample mails in `docs/mails`. */
const FOLDER = new URL('../../docs/mails/', import.meta.url)
const OPERATOR = { publicUrl: new URL('https://weather.example'), service: 'Isobar', language: 'en', units: 'metric' } as const
/** Keeps them small. */
const MAX_HEIGHT = 1_180
const PICTURES = [
  { id: 'weekly-digest', sample: 'cities', width: 700, colorScheme: 'light' },
  { id: 'weather-alert', sample: 'tornado', width: 390, colorScheme: 'dark' },
  { id: 'confirm-subscription', sample: 'three', width: 700, colorScheme: 'light' },
] as const

const browser = await launchBrowser()
try {
  for (const { id, sample: name, width, colorScheme } of PICTURES) {
    const template = MAILS.find((mail) => mail.id === id)
    const sample = template?.samples.find((known) => known.id === name)
    if (template === undefined || sample === undefined) throw new Error(`There is no sample ${name} of ${id}.`)
    const page = await browser.newPage({ viewport: { width, height: 200 }, colorScheme })
    await page.setContent(renderSample(template, compileMail(template), sample, OPERATOR).html)
    const height = Math.min(Number(await page.evaluate('document.documentElement.scrollHeight')), MAX_HEIGHT)
    await writeFile(new URL(`${id}.png`, FOLDER), await page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height } }))
    await page.close()
  }
} finally {
  await browser.close()
}
