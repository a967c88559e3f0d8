import type { WeatherTexts } from '../texts.ts'
import { HOUR_MS } from '../time.ts'
import { STATED_FROM } from './chance.ts'
import { FALL_PHRASES } from './phrases.ts'
import { CONDITION_FALLS } from './severity.ts'
import type { FallSpell, Peak, PhenomenonSpell, Span } from './spell.ts'
import type { Outlook, OutlookStatement } from './statement.ts'

/** A reader's texts and formats. Each takes the canonical unit. */
export interface OutlookWriter {
  readonly t: WeatherTexts['t']
  /** From epoch milliseconds, at the place: `15:00`. */
  readonly time: (atMs: number) => string
  /** `6.4 mm`. */
  readonly water: (mm: number) => string
  /** `12 cm`; null: less than that can say. */
  readonly snowDepth: (mm: number) => string | null
  readonly speed: (mps: number) => string
  readonly degrees: (celsius: number) => string
  /** From a share of 1. */
  readonly share: (share: number) => string
}

/** What a spell adds up to. Null: not said. */
interface Amounts {
  readonly waterMm: number | null
  readonly snowDepthMm: number | null
  /** Whether there is rain in it, too. */
  readonly isMixed: boolean
}

/** A sentence's subject and what is added to it. */
interface NamedSpell extends Span, Amounts {
  readonly what: string
  readonly chance: number | null
}

const NO_AMOUNTS: Amounts = { waterMm: null, snowDepthMm: null, isMixed: false }

/** The sentences of an outlook, with times: `Rain from 15:00, 6.4 mm by 17:00.` `now`: epoch milliseconds. */
export function writeOutlook({ statements, endMs }: Outlook, now: number, writer: OutlookWriter): string[] {
  return statements.flatMap((statement) => writeTimed(statement, { now, endMs }, writer))
}

/** The sentences of a period that is named beside them: `Rain, 6.4 mm.` */
export function writePeriod({ statements }: Outlook, writer: OutlookWriter): string[] {
  return statements.flatMap((statement) => writeUntimed(statement, writer))
}

interface Period {
  readonly now: number
  readonly endMs: number
}

function writeTimed(statement: OutlookStatement, period: Period, writer: OutlookWriter): string[] {
  const { t, time } = writer
  switch (statement.type) {
    case 'fall': {
      const { peak } = statement
      return [writeSpell(toNamedSpell(statement, writer), period, writer), ...(peak === null ? [] : [writePeak(peak, period, writer)])]
    }
    case 'phenomenon':
      return [writeSpell(toNamedSpell(statement, writer), period, writer)]
    case 'wind': {
      const values = { speed: writer.speed(statement.speedMps), time: time(statement.startMs) }
      if (statement.startMs <= period.now) return [t(statement.isGust ? 'outlook.gustsNow' : 'outlook.windNow', { speed: values.speed })]
      return [t(statement.isGust ? 'outlook.gusts' : 'outlook.wind', values)]
    }
    case 'dry':
      if (statement.isAfterNow) return [t('outlook.dryAfter')]
      return [t(statement.isCertain ? 'outlook.dry' : 'outlook.mostlyDry')]
    case 'frost':
      return [t('outlook.frost', { value: writer.degrees(statement.temperature), time: time(statement.startMs) })]
    case 'change':
      return [t(statement.isWarmer ? 'outlook.warmer' : 'outlook.colder', { value: writer.degrees(statement.high) })]
    default:
      return writeUntimed(statement, writer)
  }
}

function writeUntimed(statement: OutlookStatement, writer: OutlookWriter): string[] {
  const { t } = writer
  switch (statement.type) {
    case 'fall': {
      const { peak } = statement
      const first = writeNamed(toNamedSpell(statement, writer), writer)
      if (peak === null) return [first]
      const what = t(FALL_PHRASES[peak.kind][peak.intensity])
      const isSure = isStated(peak.chance)
      return [
        first,
        isSure ? t('outlook.atTimes', { what }) : t('outlook.possible', { what, doubt: doubtText(peak.chance, NO_AMOUNTS, writer) }),
      ]
    }
    case 'phenomenon':
      return [writeNamed(toNamedSpell(statement, writer), writer)]
    case 'scattered': {
      const what = t(FALL_PHRASES[statement.kind][statement.waterMm === null ? 'moderate' : 'light'])
      const amount = statement.waterMm === null ? null : writer.water(statement.waterMm)
      if (amount === null || !isStated(statement.chance))
        return [t('outlook.possible', { what, doubt: doubtText(statement.chance, { ...NO_AMOUNTS, waterMm: statement.waterMm }, writer) })]
      return [t('outlook.scattered', { what, amount })]
    }
    case 'wind':
      return [t(statement.isGust ? 'outlook.gustsWithin' : 'outlook.windWithin', { speed: writer.speed(statement.speedMps) })]
    case 'dry':
      return [t(statement.isCertain ? 'outlook.dryWithin' : 'outlook.mostlyDryWithin')]
    case 'now':
      return [t('outlook.now', { what: t(nowPhrase(statement.condition)) })]
    default:
      return []
  }
}

/** What falls now by the words of its class; a phenomenon by its own. */
function nowPhrase(condition: Extract<OutlookStatement, { type: 'now' }>['condition']) {
  const [kind, intensity] = CONDITION_FALLS[condition] ?? []
  const isNamed = intensity === null || intensity === undefined || condition.startsWith('freezing')
  return kind === undefined || isNamed ? (`condition.${condition}` as 'condition.fog') : FALL_PHRASES[kind][intensity]
}

function writeSpell(named: NamedSpell, { now, endMs }: Period, writer: OutlookWriter): string {
  const { t, time } = writer
  const { what, chance, ...span } = named
  const amount = amountText(named, writer)
  const [start, end] = [time(span.startMs), time(span.endMs)]
  const isRunning = span.startMs <= now
  // Where clocks go back, an hour ends at the time at which it began.
  const isRepeated = start === end && span.endMs - span.startMs <= HOUR_MS
  const isLasting = isRunning && span.endMs >= endMs
  if (!isStated(chance)) {
    const doubt = doubtText(chance, named, writer)
    if (isLasting) return t('outlook.possibleLasting', { what, doubt })
    if (isRunning) return t('outlook.possibleUntil', { what, end, doubt })
    return isRepeated ? t('outlook.possibleAround', { what, start, doubt }) : t('outlook.possibleFrom', { what, start, end, doubt })
  }
  if (isLasting) return amount === null ? t('outlook.lastingOnly', { what }) : t('outlook.lasting', { what, amount })
  if (isRunning) return amount === null ? t('outlook.untilOnly', { what, end }) : t('outlook.until', { what, end, amount })
  if (isRepeated) return t('outlook.around', { what, start })
  return amount === null ? t('outlook.fromTo', { what, start, end }) : t('outlook.from', { what, start, end, amount })
}

function writePeak(peak: Peak, period: Period, writer: OutlookWriter): string {
  const { t, time } = writer
  const what = t(FALL_PHRASES[peak.kind][peak.intensity])
  if (peak.isScattered && isStated(peak.chance)) return t('outlook.between', { what, start: time(peak.startMs), end: time(peak.endMs) })
  return writeSpell({ ...peak, ...NO_AMOUNTS, what }, period, writer)
}

/** `Rain, 6.4 mm.` `Rain possible (40%, 0.4 mm).` `Fog.` */
function writeNamed(named: NamedSpell, writer: OutlookWriter): string {
  const { what, chance } = named
  const { t } = writer
  if (!isStated(chance)) return t('outlook.possible', { what, doubt: doubtText(chance, named, writer) })
  const amount = amountText(named, writer)
  return amount === null ? t('outlook.named', { what }) : t('outlook.namedAmount', { what, amount })
}

function toNamedSpell(spell: FallSpell | PhenomenonSpell, { t }: OutlookWriter): NamedSpell {
  const what = t(spell.type === 'fall' ? FALL_PHRASES[spell.kind][spell.intensity] : `condition.${spell.phenomenon}`)
  return { ...spell, what, isMixed: spell.type === 'fall' && spell.kind === 'mixed' }
}

/** What a spell adds up to: `14 mm`, `about 12 cm (14 mm as water)`. Null: unknown. */
function amountText(spell: Amounts, writer: OutlookWriter): string | null {
  const { waterMm, snowDepthMm, isMixed } = spell
  if (waterMm === null) return null
  const amount = writer.water(waterMm)
  if (snowDepthMm === null) return amount
  const depth = writer.snowDepth(snowDepthMm)
  if (depth === null) return writer.t('measure.asWater', { amount })
  return writer.t(isMixed ? 'outlook.mixedAmount' : 'outlook.snowAmount', { depth, amount })
}

/** Whether it is said without a doubt. */
function isStated(chance: number | null): boolean {
  return chance === null || chance >= STATED_FROM
}

/** How sure it is, and what it adds up to: `40%, 0.4 mm`, `40%, about 2 cm, 3.1 mm as water`. */
function doubtText(
  chance: number | null,
  { waterMm, snowDepthMm, isMixed }: Amounts,
  { t, share, water, snowDepth }: OutlookWriter,
): string {
  const amount = waterMm === null ? null : water(waterMm)
  const depth = snowDepthMm === null ? null : snowDepth(snowDepthMm)
  const parts = [
    chance === null ? null : share(chance),
    depth === null ? null : t(isMixed ? 'outlook.snowDepth' : 'outlook.depth', { depth }),
    amount === null || snowDepthMm === null ? amount : t('measure.asWater', { amount }),
  ]
  return parts.filter((part) => part !== null).join(t('mail.comma'))
}
