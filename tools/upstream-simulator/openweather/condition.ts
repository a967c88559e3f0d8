import words from './conditions.json' with { type: 'json' }

/** An entry of `weather`. */
export interface OwWeather {
  readonly id: number
  readonly main: string
  readonly description: string
  readonly icon: string
}

/** What determines a condition. Amounts in mm within the hour. */
export interface Sky {
  readonly rain: number
  readonly snow: number
  readonly convective: number
  readonly thunder: boolean
  readonly freezing: boolean
  readonly fog: boolean
  readonly visibility: number
  readonly cloud: number
  readonly windSpeed: number
  readonly humidity: number
  readonly isDay: boolean
}

/** `main`, `description` and the number of the icon. */
const TABLE = words.conditions as unknown as Readonly<Record<number, readonly [main: string, description: string, icon: string]>>
const IN_OTHER_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = words.otherWords

/** The condition id for a sky. */
export function conditionId(sky: Sky): number {
  const amount = sky.rain + sky.snow
  if (sky.thunder) return amount < 0.1 ? 211 : amount < 2.5 ? 200 : amount < 7.6 ? 201 : 202
  if (amount >= 0.1) {
    if (sky.freezing) return 511
    const share = sky.snow / amount
    if (share > 0.75) return sky.convective > 0.6 ? (sky.snow < 0.8 ? 620 : 621) : sky.snow < 0.5 ? 600 : sky.snow < 2 ? 601 : 602
    if (share > 0.25) return sky.rain > 1 ? 616 : 611
    if (sky.convective > 0.6) return amount < 2.5 ? 520 : amount < 7.6 ? 521 : 522
    if (amount < 0.25 && sky.humidity > 90) return 300
    return amount < 1 ? 500 : amount < 4 ? 501 : amount < 30 ? 502 : 503
  }
  if (sky.fog) return 741
  if (sky.visibility < 5_000) return sky.humidity > 80 ? 701 : 721
  if (sky.windSpeed > 13 && sky.humidity < 25) return 761
  if (sky.cloud < 11) return 800
  return sky.cloud < 25 ? 801 : sky.cloud < 51 ? 802 : sky.cloud < 85 ? 803 : 804
}

/** The `weather` list for a sky; fog or mist with rain is a second entry. Only descriptions are translated. */
export function weatherList(sky: Sky, lang: string | null): OwWeather[] {
  const ids = [conditionId(sky)]
  if (sky.fog && ids[0] !== 741) ids.push(701)
  return ids.map((id) => {
    const [main, description, icon] = TABLE[id] ?? ['Clear', 'clear sky', '01']
    return { id, main, description: IN_OTHER_WORDS[lang ?? 'en']?.[main] ?? description, icon: `${icon}${sky.isDay ? 'd' : 'n'}` }
  })
}
