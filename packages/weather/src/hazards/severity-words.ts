import type { AlertColor } from '../alert-color.ts'
import type { AlertSeverity } from '../alert.ts'
import { listTitleWords } from './event-words.ts'

const setOf = (text: string): ReadonlySet<string> => new Set(listTitleWords(text))

/**
 * The colours of warning levels as used by MeteoAlarm, Canada and Brazil: yellow moderate, orange (amber) severe, red extreme. Green is no
 * warning. China's scale has blue below yellow; violet is above red in France and Germany.
 */
export const SEVERITY_OF_COLOUR: Readonly<Record<AlertColor, AlertSeverity>> = {
  violet: 'extreme',
  red: 'extreme',
  orange: 'severe',
  yellow: 'moderate',
  blue: 'minor',
}

/** The German weather service's four levels: its colours run one step ahead of MeteoAlarm's. */
export const GERMAN_COLOURS: Readonly<Record<AlertSeverity, AlertColor>> = {
  extreme: 'violet',
  severe: 'red',
  moderate: 'orange',
  minor: 'yellow',
}

/** Words for the colours of levels, in titles. */
export const COLOURS: ReadonlyMap<string, AlertColor> = new Map(
  (
    [
      [
        'yellow',
        `yellow gelb gelbe gelber gelbes jaune jaunes amarillo amarilla amarelo amarela giallo gialla geel gele gul gult gula żółty żółte żółta
        žlutá žlutý žltá žuto žuti rumeno sárga galben galbenă keltainen kollane жёлтый желтый желтая жълт κίτρινο sarı`,
      ],
      [
        'orange',
        `orange oranger oranges amber naranja laranja arancione oranje oransje orangefarbene pomarańczowy pomarańczowe pomarańczowa
        oranžová oranžový narančasto narandžasto narančasti oranžno oranžna narancs narancssárga portocaliu oranssi oranž оранжевый оранжевая
        оранжев πορτοκαλί turuncu`,
      ],
      [
        'red',
        `red rot rote roter rotes rouge rouges rojo roja vermelho vermelha rosso rossa rood rode röd rött röda rød rødt røde czerwony czerwone
        czerwona červená červený crveno crveni rdeče rdeča piros vörös roșu roşu punainen punane красный красная червен κόκκινο kırmızı kirmizi`,
      ],
      ['violet', 'violet violette violett violettes violetter lila'],
    ] as const
  ).flatMap(([colour, words]) => listTitleWords(words).map((word) => [word, colour] as const)),
)

/** Words for a warning or its level; a colour next to one of them is a level. */
export const LEVEL_WORDS = setOf(
  `warning warnings watch advisory alert alerts level code status stage statement signal awareness phase
  warnung warnungen warnstufe stufe alarmstufe vorwarnung unwetterwarnung
  vigilance alerte niveau avertissement avis aviso avisos alerta alertas nivel nível alarma allerta avviso livello codice
  waarschuwing varning varsel advarsel varoitus ostrzeżenie alarm stopień výstraha stupeň upozorenje opozorilo cod kod kód riasztás
  предупреждение опасность уровень предупреждение uyarı uyarısı uyari`,
)

/** Chinese titles are written without spaces: 暴雨红色预警. */
export const CHINESE_COLOURS: readonly (readonly [RegExp, AlertColor])[] = [
  [/[红紅]色[预預]警/, 'red'],
  [/橙色[预預]警/, 'orange'],
  [/[黄黃]色[预預]警/, 'yellow'],
  [/[蓝藍]色[预預]警/, 'blue'],
]

/** Words that make a preceding colour part of a name: Red Flag, Red River, Orange County, yellow dust. */
export const NOT_A_LEVEL_AFTER = setOf(
  `flag flags river rivers sea tide tides lake creek county parish city town village hill hills rock rocks bank bluff cross deer mountain mountains
  valley beach island islands isle bay cliff cliffs lodge hook oak oaks wing knife dust sand fever jacket jackets cape coast canyon desert
  fork bud bank banks springs grove park free state fluss meer see kreuz`,
)
export const NOT_A_LEVEL_BEFORE = setOf(
  'baton mer mar mare rivière river rio río lac lago cap cape for in at near of the around over from below than',
)

/** A title with one of these announces the end of a warning, or that there is none. */
export const CALLED_OFF_WORDS = setOf(
  `cancelled canceled cancellation cancel lifted ended expired withdrawn downgraded clear no not non without
  aufgehoben aufhebung entwarnung kein keine keinen ohne beendet annulé annulée levée levé fin pas aucune sin cancelado cancelada cancelación fim encerrado annullato
  revocata ingetrokken uppsagd avlyst odwołane odwołanie отменено отмена 解除`,
)

/** Words that "extreme" qualifies as a kind of weather. */
export const EXTREME_KINDS = setOf('heat hot cold high low temperature temperatures temp uv fire weather value dryness rainfall')

/** Severity words in titles, most severe and longest first. */
export const SEVERITY_PHRASES: readonly (readonly [AlertSeverity, readonly (readonly string[])[]])[] = (
  [
    ['extreme', 'extreme, extremes unwetter, extremem unwetter, extremer unwetter, extremen unwettern, grande perigo, catastrophic'],
    ['moderate', 'perigo potencial, markantes wetter, markantem wetter, markantem, markanter, markante'],
    [
      'severe',
      'orkanböen, orkanartige böen, hurricane force gusts, severe, major, unwetterwarnung, unwetter, schwere unwetter, schwerem, perigo, dangerous',
    ],
    ['moderate', 'moderate'],
    ['minor', 'minor warning, minor flood warning'],
  ] as const
).map(([severity, phrases]) => [severity, phrases.split(',').map((phrase) => listTitleWords(phrase))] as const)

/**
 * The German weather service's products by their exact titles, with the severities of its published criteria, for alerts that name no
 * level. Titles that come on several levels, as thunderstorms do, and the mildest products are left out: null hides none of them.
 */
export const GERMAN_PRODUCTS: ReadonlyMap<string, AlertSeverity> = new Map(
  (
    [
      [
        'extreme',
        'extreme Orkanböen, extrem heftiger Starkregen, extrem ergiebiger Dauerregen, extrem starker Schneefall, extrem starke Schneeverwehung',
      ],
      ['severe', 'Orkanböen, orkanartige Böen, heftiger Starkregen, ergiebiger Dauerregen, starker Schneefall, starke Schneeverwehung'],
      ['moderate', 'Sturmböen, schwere Sturmböen, Starkregen, Dauerregen, Schneefall, Schneeverwehung'],
    ] as const
  ).flatMap(([severity, events]) => events.split(',').map((event) => [listTitleWords(event).join(' '), severity] as const)),
)

/** The Japan Meteorological Agency's emergency warning, warning and advisory. */
export const JAPANESE_LEVELS: ReadonlyMap<string, AlertSeverity> = new Map([
  ['特別警報', 'extreme'],
  ['警報', 'severe'],
  ['注意報', 'moderate'],
])

/**
 * The severity that the US National Weather Service states for its most severe products (recorded answers of its API), for use when a relay
 * omits it. Milder products are left out because theirs varies, and null hides none of them.
 */
export const NWS_PRODUCTS: ReadonlyMap<string, AlertSeverity> = new Map(
  (
    [
      [
        'extreme',
        'Tornado Warning, Tornado Watch, Extreme Wind Warning, Hurricane Warning, Typhoon Warning, Storm Surge Warning, Tsunami Warning, Flash Flood Emergency',
      ],
      [
        'severe',
        'Severe Thunderstorm Warning, Severe Thunderstorm Watch, Severe Weather Statement, Flash Flood Warning, Flood Warning, High Wind Warning, Winter Storm Warning, Blizzard Warning, Ice Storm Warning, Excessive Heat Warning, Extreme Heat Warning, Extreme Cold Warning, Storm Warning, Hurricane Watch, Typhoon Watch, Tropical Storm Warning',
      ],
    ] as const
  ).flatMap(([severity, events]) => events.split(',').map((event) => [listTitleWords(event).join(' '), severity] as const)),
)
