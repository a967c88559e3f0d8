import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { MAILS } from '../../src/composition/mails.ts'
import { compileMail } from '../../src/features/mail/templates/compile.ts'
import { renderSample } from '../../src/features/mail/templates/samples.ts'
import { launchBrowser } from '../browser/browser.ts'

/**
 * Takes pictures of the sample mails: three for `docs/mails`, or, with `--all --into <folder>`, every sample on a desktop and a phone,
 * light and dark, in one language (`--language de`).
 */
const WIDTHS = { desktop: 700, phone: 390 } as const
/** Limits a picture for the docs, to keep it small. */
const MAX_HEIGHT = 1_180

interface Picture {
  readonly template: string
  readonly sample: string
  readonly device: keyof typeof WIDTHS
  readonly scheme: 'light' | 'dark'
}

const DOCS: readonly Picture[] = [
  { template: 'weekly-digest', sample: 'cities', device: 'desktop', scheme: 'light' },
  { template: 'weather-alert', sample: 'tornado', device: 'phone', scheme: 'dark' },
  { template: 'confirm-subscription', sample: 'three', device: 'desktop', scheme: 'light' },
]

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    into: { type: 'string', default: new URL('../../docs/mails', import.meta.url).pathname },
    language: { type: 'string', default: 'en' },
  },
})

const everything: Picture[] = MAILS.flatMap(({ id, samples }) =>
  samples.flatMap((sample) =>
    (['desktop', 'phone'] as const).flatMap((device) =>
      (['light', 'dark'] as const).map((scheme) => ({ template: id, sample: sample.id, device, scheme })),
    ),
  ),
)

await mkdir(values.into, { recursive: true })
const browser = await launchBrowser()
try {
  for (const picture of values.all ? everything : DOCS) {
    const name = values.all ? Object.values(picture).join('.') : picture.template
    await writeFile(`${values.into}/${name}.png`, await take(picture))
  }
} finally {
  await browser.close()
}

async function take({ template: id, sample: sampleId, device, scheme }: Picture): Promise<Buffer> {
  const template = MAILS.find((mail) => mail.id === id)
  const sample = template?.samples.find((known) => known.id === sampleId)
  if (template === undefined || sample === undefined) throw new Error(`There is no sample ${sampleId} of ${id}.`)
  const { html } = renderSample(template, compileMail(template), sample, {
    publicUrl: new URL('https://weather.example'),
    service: 'Isobar',
    language: values.language,
    units: 'metric',
  })
  const page = await browser.newPage({ viewport: { width: WIDTHS[device], height: 200 }, colorScheme: scheme })
  try {
    await page.setContent(html)
    const whole = await page.evaluate('document.documentElement.scrollHeight')
    const height = values.all ? Number(whole) : Math.min(Number(whole), MAX_HEIGHT)
    return await page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width: WIDTHS[device], height } })
  } finally {
    await page.close()
  }
}
