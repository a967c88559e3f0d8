import type { Hazard } from '../climate/hazards.ts'

/** The names and codes of a hazard: CAP words, VTEC phenomenon, tag (OpenWeather's words), names by kind of service. */
export interface HazardWords {
  /** [advisory, warning] each. */
  readonly us: readonly [string, string]
  readonly german: readonly [string, string]
  readonly plain: string
  readonly vtec: readonly [string, string]
  readonly eventCode: readonly [string, string]
  readonly tag: string
  readonly instruction: string | null
  readonly stormBased: boolean
}

export const HAZARD_WORDS: Readonly<Record<Hazard, HazardWords>> = {
  wind: {
    us: ['Wind Advisory', 'High Wind Warning'],
    german: ['wind gusts', 'gale-force gusts'],
    plain: 'Wind',
    vtec: ['WI.Y', 'HW.W'],
    eventCode: ['WIY', 'HWW'],
    tag: 'Wind',
    instruction: 'Use extra caution when driving, especially if operating a high\nprofile vehicle. Secure outdoor objects.',
    stormBased: false,
  },
  thunderstorm: {
    us: ['Severe Thunderstorm Warning', 'Severe Thunderstorm Warning'],
    german: ['thunderstorms', 'severe thunderstorms'],
    plain: 'Thunderstorm',
    vtec: ['SV.W', 'SV.W'],
    eventCode: ['SVR', 'SVR'],
    tag: 'Thunderstorm',
    instruction: 'For your protection move to an interior room on the lowest floor of a\nbuilding.',
    stormBased: true,
  },
  rain: {
    us: ['Flood Advisory', 'Flash Flood Warning'],
    german: ['persistent rain', 'heavy rain'],
    plain: 'Rain',
    vtec: ['FA.Y', 'FF.W'],
    eventCode: ['FAY', 'FFW'],
    tag: 'Rain',
    instruction: "Turn around, don't drown when encountering flooded roads. Most flood\ndeaths occur in vehicles.",
    stormBased: true,
  },
  snow: {
    us: ['Winter Weather Advisory', 'Winter Storm Warning'],
    german: ['snowfall', 'heavy snowfall'],
    plain: 'Snow',
    vtec: ['WW.Y', 'WS.W'],
    eventCode: ['WWY', 'WSW'],
    tag: 'Snow/Ice',
    instruction: 'Slow down and use caution while traveling.',
    stormBased: false,
  },
  heat: {
    us: ['Heat Advisory', 'Extreme Heat Warning'],
    german: ['heat', 'extreme heat'],
    plain: 'High-temperature',
    vtec: ['HT.Y', 'XH.W'],
    eventCode: ['HTY', 'XHW'],
    tag: 'Extreme high temperature',
    instruction: 'Drink plenty of fluids, stay in an air-conditioned room, stay out of\nthe sun, and check up on relatives and neighbors.',
    stormBased: false,
  },
  cold: {
    us: ['Cold Weather Advisory', 'Extreme Cold Warning'],
    german: ['frost', 'severe frost'],
    plain: 'Low-temperature',
    vtec: ['CW.Y', 'EC.W'],
    eventCode: ['CWY', 'ECW'],
    tag: 'Extreme low temperature',
    instruction: 'Use caution while traveling outside. Wear appropriate clothing, a\nhat, and gloves.',
    stormBased: false,
  },
  fog: {
    us: ['Dense Fog Advisory', 'Dense Fog Advisory'],
    german: ['fog', 'dense fog'],
    plain: 'Fog',
    vtec: ['FG.Y', 'FG.Y'],
    eventCode: ['FGY', 'FGY'],
    tag: 'Fog',
    instruction: 'If driving, slow down, use your headlights, and leave plenty of\ndistance ahead of you.',
    stormBased: false,
  },
  ice: {
    us: ['Winter Weather Advisory', 'Ice Storm Warning'],
    german: ['icy surfaces', 'black ice'],
    plain: 'Ice',
    vtec: ['WW.Y', 'IS.W'],
    eventCode: ['WWY', 'ISW'],
    tag: 'Snow/Ice',
    instruction: null,
    stormBased: false,
  },
  stagnation: {
    us: ['Air Quality Alert', 'Air Quality Alert'],
    german: ['stagnant air', 'stagnant air'],
    plain: 'Air quality',
    vtec: ['', ''],
    eventCode: ['AQA', 'AQA'],
    tag: 'Air quality',
    instruction: null,
    stormBased: false,
  },
}

const SENDERS: Readonly<Record<string, string>> = {
  DE: 'Deutscher Wetterdienst',
  GB: 'UK Met Office',
  IE: 'Met Éireann',
  FR: 'METEO-FRANCE',
  ES: 'AEMET. Agencia Estatal de Meteorología',
  PT: 'Instituto Português do Mar e da Atmosfera',
  IT: 'Italian Air Force National Meteorological Service',
  AT: 'GeoSphere Austria',
  CH: 'MeteoSwiss',
  NL: 'Royal Netherlands Meteorological Institute',
  BE: 'Royal Meteorological Institute of Belgium',
  DK: 'Danish Meteorological Institute',
  NO: 'Norwegian Meteorological Institute',
  SJ: 'Norwegian Meteorological Institute',
  SE: 'Swedish Meteorological and Hydrological Institute',
  FI: 'Finnish Meteorological Institute',
  IS: 'Icelandic Meteorological Office',
  PL: 'IMGW-PIB',
  CZ: 'Czech Hydrometeorological Institute',
  GR: 'Hellenic National Meteorological Service',
  TR: 'Turkish State Meteorological Service',
  RU: '',
  CA: 'Environment Canada',
  BR: 'INMET',
  CL: 'Dirección Meteorológica de Chile',
  AR: 'Servicio Meteorológico Nacional',
  AU: 'Australian Bureau of Meteorology',
  NZ: 'MetService New Zealand',
  JP: 'Japan Meteorological Agency',
  KR: 'Korea Meteorological Administration',
  CN: 'China Meteorological Administration',
  IN: 'India Meteorological Department',
  ZA: 'South African Weather Service',
}

/** The sender of a warning in a country. Russia's has none, as recorded. */
export function senderOf(country: string): string {
  return SENDERS[country] ?? 'National Meteorological Service'
}
