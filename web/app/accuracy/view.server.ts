import { type Translator, getTranslator } from '../../../src/messages/messages.ts'
import type { Answer } from '../api/ask.ts'
import { formatBand, MIN_DAYS } from '../city/view/accuracy.ts'
import { formatLongDate } from '../format/dates.server.ts'
import { formatConcentration, formatExactDegrees, formatNumber, formatShare, UNKNOWN } from '../format/numbers.ts'
import type { Reader } from '../visit/reader.server.ts'
import { buildLeadChart } from './lead-chart.ts'

type Accuracy = Answer<'get', '/api/weather/accuracy'>
type Verification = Accuracy['verification']
type Quantity = Verification['quantities'][number]
type Scored<Entry extends { readonly scores: unknown }> = Entry & { readonly scores: NonNullable<Entry['scores']> }

export type SoonView = ReturnType<typeof soonView>

/** A table: column headings, and rows that begin with their name. Null: unknown. */
export interface TableView {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly [name: string, ...cells: (string | null)[]])[]
}

const TRACE_MM = 0.2
const DAY_AHEAD = 24

/** The page's finished strings. Scores with too few days are left out. */
export function buildAccuracyPageView({ verification, units, attributions }: Accuracy, reader: Pick<Reader, 'lang' | 'locale'>) {
  const { t } = getTranslator(reader.lang)
  const names = new Map(attributions.map(({ source, name }) => [source, name]))
  const teller: Teller = { t, ...reader, unit: units.temperature, nameOf: (source) => names.get(source) ?? source }
  const { from, to, places } = verification
  const sections = sectionsOf(verification, teller)
  const credits = attributions.map(({ text, url }) => ({ text, url }))
  const simulated = verification.simulated ? [t('accuracy.simulated')] : []
  if (from === null || to === null || sections.length === 0)
    return { intro: t('accuracy.nothing'), notes: simulated, soon: soonView(verification, t), sections: [], credits }
  const [first, last] = [formatLongDate(from, reader.locale), formatLongDate(to, reader.locale)]
  const intro = t('accuracy.intro', { n: places, from: first, to: last })
  return { intro, notes: [t('accuracy.method'), ...simulated], soon: null, sections, credits }
}

/** While there is nothing: how far the comparison is, how it is done, and what will be shown. */
function soonView({ quantities }: Pick<Verification, 'quantities'>, t: Translator['t']) {
  const days = Math.min(MIN_DAYS, Math.max(0, ...quantities.map((each) => each.days)))
  return {
    days,
    least: MIN_DAYS,
    progress: t('accuracy.progress', { n: days, least: MIN_DAYS }),
    how: { title: t('accuracy.howTitle'), text: t('accuracy.how') },
    coming: {
      title: t('accuracy.soonTitle'),
      texts: [t('accuracy.soonTemperature'), t('accuracy.soonRain'), t('accuracy.soonSources')],
    },
  }
}

interface Teller {
  readonly t: Translator['t']
  readonly lang: Reader['lang']
  readonly locale: string
  /** The unit of temperatures. */
  readonly unit: string
  readonly nameOf: (source: string) => string
}

/** The pollutants shown, in their order. */
const AIR = ['pm25', 'pm10', 'no2', 'o3'] as const satisfies readonly Quantity['variable'][]
const SHOWN: ReadonlySet<Quantity['variable']> = new Set(['temperature', ...AIR])

/** Each source's forecasts compared with one truth, and which source is better, where the difference is significant. */
function sectionsOf({ quantities, amounts, probabilities }: Verification, teller: Teller) {
  const scored = quantities.filter((each): each is Scored<Quantity> => SHOWN.has(each.variable) && each.scores !== null)
  return [...Map.groupBy(scored, keyOf)].flatMap(([key, own]) => {
    const [first] = own
    if (first === undefined) return []
    const of = (variable: Quantity['variable']) => own.filter((each) => each.variable === variable)
    const parts = [
      quantityPart(of('temperature'), temperatureTexts(teller), teller),
      rainPart(
        amounts.filter((each) => keyOf(each) === key),
        probabilities.filter((each) => keyOf(each) === key),
        teller,
      ),
      ...AIR.map((pollutant) => quantityPart(of(pollutant), airTexts(pollutant, teller), teller)),
    ].filter((part) => part !== null)
    const sentences = of('temperature').flatMap((each) => betterText(each, teller))
    return [{ title: titleOf(first, teller), parts, sentences }]
  })
}

function keyOf({ source, truth }: Pick<Quantity, 'source' | 'truth'>): string {
  return `${source} ${truth.kind} ${truth.source}`
}

function titleOf({ source, truth }: Quantity, { t, nameOf }: Teller): string {
  const truthKey = truth.kind === 'observation' ? 'accuracy.measured' : truth.isOwn ? 'accuracy.own' : 'accuracy.computed'
  return t('accuracy.section', { source: nameOf(source), truth: t(truthKey, { source: nameOf(truth.source) }) })
}

/** What a quantity is called, and how its errors are written: in a table, and on the axis of a chart. */
interface QuantityTexts {
  readonly title: string
  readonly chart: string
  readonly bias: string
  readonly exact: (value: number | null | undefined) => string
  readonly axis: (value: number) => string
}

function temperatureTexts({ t, locale, unit }: Teller): QuantityTexts {
  return {
    title: t('accuracy.temperature'),
    chart: t('accuracy.temperatureChart'),
    bias: t('accuracy.bias'),
    exact: (value) => formatExactDegrees(value, unit, locale),
    axis: (value) => `${formatNumber(value, 1, locale)}°`,
  }
}

function airTexts(pollutant: (typeof AIR)[number], { t, locale }: Teller): QuantityTexts {
  const title = t(`accuracy.${pollutant}`)
  return {
    title,
    chart: t('accuracy.airChart', { pollutant: title }),
    bias: t('accuracy.airBias'),
    exact: (value) => formatConcentration(value, locale),
    axis: (value) => formatNumber(value, 1, locale),
  }
}

/** Null without scores. */
function quantityPart(own: readonly Scored<Quantity>[], texts: QuantityTexts, { t, locale }: Teller) {
  if (own.length === 0) return null
  const exact = (value: number | null | undefined) => known(texts.exact(value))
  const chart = buildLeadChart({
    label: texts.chart,
    leads: own.map(shortLead),
    lines: [
      { name: t('accuracy.forecast'), look: 'first', values: own.map(({ scores }) => scores.mae.value) },
      { name: t('accuracy.persistence'), look: 'second', values: own.map(({ scores }) => scores.persistence?.score ?? null) },
      { name: t('accuracy.climatology'), look: 'third', values: own.map(({ scores }) => scores.climatology?.score ?? null) },
    ],
    intervals: own.map(({ scores: { mae } }) => (mae.low === null || mae.high === null ? null : [mae.low, mae.high])),
    write: texts.axis,
  })
  const table: TableView = {
    columns: [
      t('accuracy.lead'),
      t('accuracy.days'),
      t('accuracy.forecast'),
      texts.bias,
      t('accuracy.rmse'),
      t('accuracy.persistence'),
      t('accuracy.climatology'),
      t('accuracy.skill'),
    ],
    rows: own.map(({ leadHours, leadAboveHours, days, scores: { mae, bias, rmse, persistence, climatology } }) => [
      formatBand(leadAboveHours, leadHours, locale),
      formatNumber(days, 0, locale),
      mae.low === null || mae.high === null
        ? exact(mae.value)
        : `${exact(mae.value)} (${formatNumber(mae.low, 2, locale)}–${formatNumber(mae.high, 2, locale)})`,
      exact(bias.value),
      exact(rmse.value),
      exact(persistence?.score),
      exact(climatology?.score),
      known(formatShare(climatology?.skill?.value ?? null, locale)),
    ]),
  }
  return { title: texts.title, chart, table }
}

/** Null where no band has enough wet hours. */
function rainPart(amounts: Verification['amounts'], probabilities: Verification['probabilities'], { t, locale }: Teller) {
  const scored = amounts.flatMap((each) => {
    const scores = each.thresholds.find(({ leastMm }) => leastMm === TRACE_MM)?.scores
    return scores ? [{ ...each, scores }] : []
  })
  if (scored.length === 0) return null
  const chart = buildLeadChart({
    label: t('accuracy.rainChart'),
    leads: scored.map(shortLead),
    lines: [
      { name: t('accuracy.detected'), look: 'first', values: scored.map(({ scores }) => scores.pod) },
      { name: t('accuracy.falseAlarms'), look: 'second', values: scored.map(({ scores }) => scores.far) },
    ],
    intervals: scored.map(({ scores: { intervals } }) => intervals.pod && [intervals.pod.low, intervals.pod.high]),
    write: (value) => formatShare(value, locale),
    most: 1,
  })
  const exact = (value: number | null | undefined) => (value === null || value === undefined ? null : formatNumber(value, 2, locale))
  const table: TableView = {
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
    rows: scored.map(({ leadHours, leadAboveHours, days, scores: { pod, far, csi, frequencyBias } }) => {
      const probability = probabilities.find((each) => each.leadHours === leadHours)?.scores
      return [
        formatBand(leadAboveHours, leadHours, locale),
        formatNumber(days, 0, locale),
        known(formatShare(pod, locale)),
        known(formatShare(far, locale)),
        exact(csi),
        exact(frequencyBias),
        probability ? formatNumber(probability.brier.value, 3, locale) : null,
        known(formatShare(probability?.climatology?.skill?.value ?? null, locale)),
      ]
    }),
  }
  return { title: t('accuracy.rain'), chart, table }
}

/** One sentence for each pair, a day ahead, if the difference is significant. */
function betterText({ source, leadHours, leadAboveHours, comparisons }: Quantity, { t, locale, unit, nameOf }: Teller): string[] {
  if (leadHours !== DAY_AHEAD) return []
  return comparisons.flatMap(({ versus, days, difference, isDecided }) => {
    if (!isDecided || difference === null || difference.value >= 0) return []
    const lead = formatBand(leadAboveHours, leadHours, locale)
    const by = formatExactDegrees(-difference.value, unit, locale)
    return [t('accuracy.better', { lead, source: nameOf(source), other: nameOf(versus), difference: by, n: days })]
  })
}

function known(text: string): string | null {
  return text === UNKNOWN ? null : text
}

/** The upper end of a band for the axis: `24 h`, `3 d`. */
function shortLead({ leadHours }: { readonly leadHours: number }): string {
  return leadHours <= 24 ? `${leadHours} h` : `${leadHours / 24} d`
}
