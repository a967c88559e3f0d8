import { type Translator, translatorOf } from '../../../src/messages/messages.ts'
import type { Answer } from '../api/ask.ts'
import { bandText } from '../city/view/accuracy.ts'
import { exactDegrees, number, share, UNKNOWN } from '../format/numbers.ts'
import type { Reader } from '../visit/reader.server.ts'
import { type LeadChart, leadChart } from './lead-chart.ts'

type Accuracy = Answer<'get', '/api/weather/accuracy'>
type Verification = Accuracy['verification']
type Quantity = Verification['quantities'][number]
type Scored<Entry extends { readonly scores: unknown }> = Entry & { readonly scores: NonNullable<Entry['scores']> }

/** A table: column headings, and named rows. */
export interface TableView {
  readonly columns: readonly string[]
  readonly rows: readonly TableRow[]
}

export interface TableRow {
  readonly name: string
  /** Null: unknown. */
  readonly cells: readonly (string | null)[]
}

interface PartView {
  readonly title: string
  readonly chart: LeadChart
  readonly table: TableView
}

/** One source's forecasts compared with one truth. */
export interface SectionView {
  readonly title: string
  readonly parts: readonly PartView[]
  /** Which source is better, where the difference is significant. */
  readonly sentences: readonly string[]
}

export interface AccuracyPageView {
  /** What was compared, or why there is nothing. */
  readonly intro: string
  readonly notes: readonly string[]
  readonly sections: readonly SectionView[]
  readonly credits: readonly { readonly text: string; readonly url: string }[]
}

const TRACE_MM = 0.2
const DAY_AHEAD = 24

/** The page's finished strings. Scores with too few days are left out. */
export function accuracyPageView(
  { verification, units, attributions }: Accuracy,
  reader: Pick<Reader, 'lang' | 'locale'>,
): AccuracyPageView {
  const { t } = translatorOf(reader.lang)
  const names = new Map(attributions.map(({ source, name }) => [source, name]))
  const teller: Teller = { t, ...reader, unit: units.temperature, nameOf: (source) => names.get(source) ?? source }
  const { from, to, places } = verification
  const sections = sectionsOf(verification, teller)
  const credits = attributions.map(({ text, url }) => ({ text, url }))
  const simulated = verification.simulated ? [t('accuracy.simulated')] : []
  if (from === null || to === null || sections.length === 0)
    return { intro: t('accuracy.nothing'), notes: simulated, sections: [], credits }
  const day = new Intl.DateTimeFormat(reader.locale, { dateStyle: 'long', timeZone: 'UTC' })
  const intro = t('accuracy.intro', { n: places, from: day.format(Date.parse(from)), to: day.format(Date.parse(to)) })
  return { intro, notes: [t('accuracy.method'), ...simulated], sections, credits }
}

interface Teller {
  readonly t: Translator['t']
  readonly lang: Reader['lang']
  readonly locale: string
  /** The unit of temperatures. */
  readonly unit: string
  readonly nameOf: (source: string) => string
}

function sectionsOf({ quantities, amounts, probabilities }: Verification, teller: Teller): SectionView[] {
  const temperatures = quantities.filter((each): each is Scored<Quantity> => each.variable === 'temperature' && each.scores !== null)
  return [...Map.groupBy(temperatures, keyOf)].flatMap(([key, own]) => {
    const [first] = own
    if (first === undefined) return []
    const rain = rainPart(
      amounts.filter((each) => keyOf(each) === key),
      probabilities.filter((each) => keyOf(each) === key),
      teller,
    )
    const sentences = own.flatMap((each) => betterText(each, teller))
    return [{ title: titleOf(first, teller), parts: [temperaturePart(own, teller), ...(rain === null ? [] : [rain])], sentences }]
  })
}

function keyOf({ source, truth }: Pick<Quantity, 'source' | 'truth'>): string {
  return `${source} ${truth.kind} ${truth.source}`
}

function titleOf({ source, truth }: Quantity, { t, nameOf }: Teller): string {
  const truthKey = truth.kind === 'observation' ? 'accuracy.measured' : truth.isOwn ? 'accuracy.own' : 'accuracy.computed'
  return t('accuracy.section', { source: nameOf(source), truth: t(truthKey, { source: nameOf(truth.source) }) })
}

function temperaturePart(own: readonly Scored<Quantity>[], { t, locale, unit }: Teller): PartView {
  const leads = own.map(({ leadHours, leadAboveHours }) => bandText(leadAboveHours, leadHours, locale))
  const exact = (value: number | null | undefined) => known(exactDegrees(value, unit, locale))
  const chart = leadChart({
    label: t('accuracy.temperatureChart'),
    leads: own.map(shortLead),
    lines: [
      { name: t('accuracy.forecast'), look: 'first', values: own.map(({ scores }) => scores.mae.value) },
      { name: t('accuracy.persistence'), look: 'second', values: own.map(({ scores }) => scores.persistence?.score ?? null) },
      { name: t('accuracy.climatology'), look: 'third', values: own.map(({ scores }) => scores.climatology?.score ?? null) },
    ],
    intervals: own.map(({ scores: { mae } }) => (mae.low === null || mae.high === null ? null : [mae.low, mae.high])),
    write: (value) => `${number(value, 1, locale)}°`,
  })
  const rows = own.map(({ days, scores: { mae, bias, rmse, persistence, climatology } }, index) =>
    rowOf([
      leads[index] ?? '',
      number(days, 0, locale),
      mae.low === null || mae.high === null
        ? exact(mae.value)
        : `${exact(mae.value)} (${number(mae.low, 2, locale)}–${number(mae.high, 2, locale)})`,
      exact(bias.value),
      exact(rmse.value),
      exact(persistence?.score),
      exact(climatology?.score),
      known(share(climatology?.skill?.value ?? null, locale)),
    ]),
  )
  return {
    title: t('accuracy.temperature'),
    chart,
    table: {
      columns: [
        t('accuracy.lead'),
        t('accuracy.days'),
        t('accuracy.forecast'),
        t('accuracy.bias'),
        t('accuracy.rmse'),
        t('accuracy.persistence'),
        t('accuracy.climatology'),
        t('accuracy.skill'),
      ],
      rows,
    },
  }
}

/** Null where no band has enough wet hours. */
function rainPart(amounts: Verification['amounts'], probabilities: Verification['probabilities'], { t, locale }: Teller): PartView | null {
  const scored = amounts.flatMap((each) => {
    const scores = each.thresholds.find(({ leastMm }) => leastMm === TRACE_MM)?.scores
    return scores ? [{ ...each, scores }] : []
  })
  if (scored.length === 0) return null
  const chart = leadChart({
    label: t('accuracy.rainChart'),
    leads: scored.map(shortLead),
    lines: [
      { name: t('accuracy.detected'), look: 'first', values: scored.map(({ scores }) => scores.pod) },
      { name: t('accuracy.falseAlarms'), look: 'second', values: scored.map(({ scores }) => scores.far) },
    ],
    intervals: scored.map(({ scores: { intervals } }) => intervals.pod && [intervals.pod.low, intervals.pod.high]),
    write: (value) => share(value, locale),
    most: 1,
  })
  const exact = (value: number | null | undefined) => (value === null || value === undefined ? null : number(value, 2, locale))
  const rows = scored.map(({ leadHours, leadAboveHours, days, scores: { pod, far, csi, frequencyBias } }) => {
    const probability = probabilities.find((each) => each.leadHours === leadHours)?.scores
    return rowOf([
      bandText(leadAboveHours, leadHours, locale),
      number(days, 0, locale),
      known(share(pod, locale)),
      known(share(far, locale)),
      exact(csi),
      exact(frequencyBias),
      probability ? number(probability.brier.value, 3, locale) : null,
      known(share(probability?.climatology?.skill?.value ?? null, locale)),
    ])
  })
  return {
    title: t('accuracy.rain'),
    chart,
    table: {
      columns: [
        t('accuracy.lead'),
        t('accuracy.days'),
        t('accuracy.detected'),
        t('accuracy.falseAlarms'),
        t('accuracy.csi'),
        t('accuracy.frequency'),
        t('accuracy.brier'),
        t('accuracy.skill'),
      ],
      rows,
    },
  }
}

/** One sentence for each pair, a day ahead, if the difference is significant. */
function betterText({ source, leadHours, leadAboveHours, comparisons }: Quantity, { t, locale, unit, nameOf }: Teller): string[] {
  if (leadHours !== DAY_AHEAD) return []
  return comparisons.flatMap(({ versus, days, difference, isDecided }) => {
    if (!isDecided || difference === null || difference.value >= 0) return []
    const lead = bandText(leadAboveHours, leadHours, locale)
    const by = exactDegrees(-difference.value, unit, locale)
    return [t('accuracy.better', { lead, source: nameOf(source), other: nameOf(versus), difference: by, n: days })]
  })
}

function known(text: string): string | null {
  return text === UNKNOWN ? null : text
}

function rowOf([name, ...cells]: readonly [string, ...(string | null)[]]): TableRow {
  return { name, cells }
}

/** The upper end of a band for the axis: `24 h`, `3 d`. */
function shortLead({ leadHours }: { readonly leadHours: number }): string {
  return leadHours <= 24 ? `${leadHours} h` : `${leadHours / 24} d`
}
