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

const TABLE: Readonly<Record<number, readonly [main: string, description: string, icon: string]>> = {
  200: ['Thunderstorm', 'thunderstorm with light rain', '11'],
  201: ['Thunderstorm', 'thunderstorm with rain', '11'],
  202: ['Thunderstorm', 'thunderstorm with heavy rain', '11'],
  211: ['Thunderstorm', 'thunderstorm', '11'],
  300: ['Drizzle', 'light intensity drizzle', '09'],
  500: ['Rain', 'light rain', '10'],
  501: ['Rain', 'moderate rain', '10'],
  502: ['Rain', 'heavy intensity rain', '10'],
  503: ['Rain', 'very heavy rain', '10'],
  511: ['Rain', 'freezing rain', '13'],
  520: ['Rain', 'light intensity shower rain', '09'],
  521: ['Rain', 'shower rain', '09'],
  522: ['Rain', 'heavy intensity shower rain', '09'],
  600: ['Snow', 'light snow', '13'],
  601: ['Snow', 'snow', '13'],
  602: ['Snow', 'heavy snow', '13'],
  611: ['Snow', 'sleet', '13'],
  616: ['Snow', 'rain and snow', '13'],
  620: ['Snow', 'light shower snow', '13'],
  621: ['Snow', 'shower snow', '13'],
  701: ['Mist', 'mist', '50'],
  721: ['Haze', 'haze', '50'],
  741: ['Fog', 'fog', '50'],
  761: ['Dust', 'dust', '50'],
  800: ['Clear', 'clear sky', '01'],
  801: ['Clouds', 'few clouds', '02'],
  802: ['Clouds', 'scattered clouds', '03'],
  803: ['Clouds', 'broken clouds', '04'],
  804: ['Clouds', 'overcast clouds', '04'],
}

const IN_OTHER_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: {
    Clear: 'Klarer Himmel',
    Clouds: 'Bewölkt',
    Rain: 'Regen',
    Snow: 'Schnee',
    Thunderstorm: 'Gewitter',
    Drizzle: 'Nieseln',
    Fog: 'Nebel',
    Mist: 'Dunst',
  },
  fr: {
    Clear: 'ciel dégagé',
    Clouds: 'nuageux',
    Rain: 'pluie',
    Snow: 'neige',
    Thunderstorm: 'orage',
    Drizzle: 'bruine',
    Fog: 'brouillard',
    Mist: 'brume',
  },
  es: {
    Clear: 'cielo claro',
    Clouds: 'nubes',
    Rain: 'lluvia',
    Snow: 'nieve',
    Thunderstorm: 'tormenta',
    Drizzle: 'llovizna',
    Fog: 'niebla',
    Mist: 'bruma',
  },
}

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
