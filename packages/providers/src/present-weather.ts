import type { Condition } from '@isobar/weather'

/** What a report of present weather comes to: a condition, nothing significant, or something that no condition stands for. */
export type PresentWeather = Condition | 'nothing' | 'unclear'

interface Group {
  /** `-`, `+`, or empty: moderate. */
  readonly intensity: string
  /** Two letters each: `SH`, `TS`, `RA`. */
  readonly parts: readonly string[]
}

const GROUP = /^([-+]?)((?:[A-Z]{2}){1,5})$/
/** In the vicinity, or recently: not here, or not now. */
const ELSEWHERE = /^(?:VC|RE)/

/** In the order of precedence: the first that one of the groups is decides. */
const RULES: readonly (readonly [is: (group: Group, all: readonly Group[]) => boolean, Condition])[] = [
  // With a plus it has reached the ground; without one, people should look up as well.
  [({ parts }) => has(parts, 'FC'), 'tornado'],
  [({ parts }) => has(parts, 'TS') && has(parts, 'GR'), 'thunderstorm_hail'],
  [({ parts }) => has(parts, 'TS'), 'thunderstorm'],
  [({ parts }) => has(parts, 'SQ'), 'squall'],
  [({ parts }) => has(parts, 'GR', 'GS'), 'hail'],
  [({ parts }) => has(parts, 'FZ') && has(parts, 'RA'), 'freezing_rain'],
  [({ parts }) => has(parts, 'FZ') && has(parts, 'DZ'), 'freezing_drizzle'],
  [({ parts }, all) => has(parts, 'PL') || (isSnowing({ parts }) && all.some(isRaining)), 'sleet'],
  [({ parts, intensity }) => isSnowing({ parts }) && has(parts, 'SH') && intensity !== '+', 'snow_showers'],
  [({ parts, intensity }) => isSnowing({ parts }) && intensity === '+', 'heavy_snow'],
  [({ parts, intensity }) => has(parts, 'SG') || (isSnowing({ parts }) && intensity === '-'), 'light_snow'],
  [({ parts }) => isSnowing({ parts }), 'snow'],
  [({ parts, intensity }) => has(parts, 'RA') && has(parts, 'SH') && intensity !== '+', 'rain_showers'],
  [({ parts, intensity }) => has(parts, 'RA') && intensity === '+', 'heavy_rain'],
  [({ parts, intensity }) => has(parts, 'RA') && intensity === '-', 'light_rain'],
  [({ parts }) => has(parts, 'RA'), 'rain'],
  [({ parts }) => has(parts, 'DZ'), 'drizzle'],
  // Shallow fog does not reach the eyes.
  [({ parts }) => has(parts, 'FG') && !has(parts, 'MI'), 'fog'],
  [({ parts }) => has(parts, 'VA'), 'ash'],
  [({ parts }) => has(parts, 'DU', 'SA', 'DS', 'SS', 'PO'), 'dust'],
  [({ parts }) => has(parts, 'FU'), 'smoke'],
  [({ parts }) => has(parts, 'BR', 'FG'), 'mist'],
  [({ parts }) => has(parts, 'HZ'), 'haze'],
]

/** The condition of WMO present weather codes as METARs write them (`-SN BR`, `+TSRA`, `FZFG`). */
export function parsePresentWeather(codes: string): PresentWeather {
  const words = codes.split(/\s+/).filter((word) => word !== '' && word !== 'NSW' && !ELSEWHERE.test(word))
  const groups = words.flatMap(groupOf)
  for (const [is, condition] of RULES) if (groups.some((group) => is(group, groups))) return condition
  // Precipitation of an unknown kind, ice crystals, spray, drifting or blowing snow.
  return words.length === 0 ? 'nothing' : 'unclear'
}

function groupOf(word: string): Group[] {
  const [, intensity, letters] = GROUP.exec(word) ?? []
  return intensity === undefined || letters === undefined ? [] : [{ intensity, parts: letters.match(/../g) ?? [] }]
}

/** Snow that falls: drifting and blowing snow lies already. */
function isSnowing({ parts }: Pick<Group, 'parts'>): boolean {
  return has(parts, 'SN') && !has(parts, 'BL', 'DR')
}

function isRaining({ parts }: Group): boolean {
  return has(parts, 'RA', 'DZ')
}

function has(parts: readonly string[], ...wanted: readonly string[]): boolean {
  return wanted.some((each) => parts.includes(each))
}

/** From the least cover to the most, with what automatic stations and people write for a clear sky. */
const COVERS: readonly (readonly [readonly string[], Condition])[] = [
  [['CLR', 'SKC'], 'clear'],
  [['FEW'], 'mostly_clear'],
  [['SCT'], 'partly_cloudy'],
  [['BKN'], 'mostly_cloudy'],
  [['OVC'], 'overcast'],
]

/**
 * The condition of a sky whose layers have these amounts; null if they do not say it: `CAVOK`, `NSC` and `NCD` leave high clouds open, and a sky
 * that is obscured (`VV`, `OVX`) is not seen.
 */
export function deduceSkyCondition(amounts: readonly string[]): Condition | null {
  const ranks = amounts.map((amount) => COVERS.findIndex(([names]) => names.includes(amount)))
  if (ranks.length === 0 || ranks.includes(-1)) return null
  return COVERS[Math.max(...ranks)]?.[1] ?? null
}

/** Whether a report, as the station sent it, corrects an earlier one: `METAR COR EDDB …`, in Canada `CCA` after the time. */
export function isCorrection(raw: string): boolean {
  return /^(?:(?:METAR|SPECI) COR|COR|\S+ (?:\S+ )?\d{6}Z (?:COR|CC[A-Z]))\b/.test(raw)
}

/** The condition of present weather, or else of the sky. */
export function deduceStationCondition(weather: PresentWeather, amounts: readonly string[]): Condition | null {
  if (weather === 'unclear') return null
  return weather === 'nothing' ? deduceSkyCondition(amounts) : weather
}
