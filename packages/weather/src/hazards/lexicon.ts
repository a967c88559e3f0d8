import type { Hazard } from './hazard.ts'

/** The words of one language's titles. Phrases are divided by commas and are matched as whole words, the longest first. */
export interface Lexicon {
  /** Words that identify the language but no hazard. */
  readonly markers: string
  /** An empty hazard list is for phrases that mask the hazard that a word inside them names. */
  readonly phrases: readonly (readonly [hazards: readonly Hazard[], phrases: string])[]
}

const EN: Lexicon = {
  markers: 'warning, watch, advisory, statement, alert, yellow, amber, red, severe, heavy, strong, extreme, level, for, of, and, with',
  phrases: [
    [[], 'rip current, wind shear, dry air'],
    [
      ['forestFire'],
      'forest fire, forest fires, wildfire, wildfires, bushfire, bushfires, bush fire, bush fires, grass fire, grass fires, fire weather, fire danger, fire warning, red flag',
    ],
    [['avalanche'], 'avalanche, avalanches, snow avalanche, snow avalanches'],
    [['rain'], 'rain, rains, rainfall, rainstorm, rainstorms, downpour, downpours, showers, precipitation'],
    [['thunderstorm'], 'thunderstorm, thunderstorms, thunder storm, thunder storms, thunder, lightning, hail, hailstorm, hailstorms'],
    [['tornado', 'thunderstorm'], 'tornado, tornadoes, tornados'],
    [['snow'], 'snow, snowfall, snowfalls, snowstorm, snowstorms, snow squall, snow squalls, snowdrift, snowdrifts, snow accretion'],
    [['snow', 'wind'], 'blizzard, blizzards, blowing snow, drifting snow, snow storm, snow storms'],
    [['snow', 'ice'], 'winter storm, winter weather, sleet, wintry weather'],
    [['ice'], 'ice, icing, icy, black ice, glaze, freezing rain, freezing drizzle, ice storm, flash freeze, slippery, ice accretion'],
    [['ice', 'fog'], 'freezing fog'],
    [['wind'], 'wind, winds, windy, gust, gusts, gale, gales, storm, storms, squall, squalls, squally, hurricane force gusts'],
    [['wind', 'marine'], 'marine wind, marine winds, hurricane force wind, hurricane force winds, coastal wind, coastal winds'],
    [['hurricane', 'wind'], 'hurricane, hurricanes, typhoon, typhoons, cyclone, cyclones, tropical storm, tropical storms'],
    [['heat'], 'heat, heatwave, heatwaves, high temperature, high temperatures, hot, hot weather, humidex'],
    [
      ['cold'],
      'cold, frost, frosts, freeze, low temperature, low temperatures, wind chill, coldwave, arctic outflow, cold weather, windchill',
    ],
    [['fog'], 'fog'],
    [['uv'], 'uv, ultraviolet'],
    [
      ['flood'],
      'flood, floods, flooding, storm surge, storm surges, inundation, thaw, snowmelt, snow melt, snow melting, ice jam, high water, coastal flood, coastal flooding',
    ],
    [['rain', 'flood'], 'rain flood, rain flooding, rainflood'],
    [['airQuality'], 'air quality, smog, air pollution, haze, ozone, dust, dust storm, duststorm, sand, sandstorm, sand storm, smoke'],
    [
      ['marine'],
      'marine, coastal, coastalevent, small craft, sea, seas, high sea, surf, swell, swells, wave, waves, high waves, freezing spray, sea ice, waterspout',
    ],
    [['cold'], 'cold wave, cold waves, cold spell'],
    [['heat'], 'heat wave, heat waves'],
    [['flood', 'marine'], 'tsunami'],
  ],
}

const DE: Lexicon = {
  markers:
    'warnung, warnungen, unwetterwarnung, vorabinformation, amtliche, vor, und, mit, gelbe, starker, starkes, starke, schwere, schweres',
  phrases: [
    [['forestFire'], 'waldbrand, waldbrände, waldbrandgefahr'],
    [['avalanche'], 'lawine, lawinen, lawinengefahr'],
    [['rain'], 'regen, starkregen, dauerregen, platzregen, regenfälle, niederschlag'],
    [['thunderstorm'], 'gewitter, schwergewitter, hagel, hagelschlag, blitz, blitzschlag'],
    [['tornado', 'thunderstorm'], 'tornado, tornados, windhose'],
    [['snow'], 'schnee, schneefall, schneefälle, starkschneefall, neuschnee'],
    [['snow', 'wind'], 'schneeverwehung, schneeverwehungen, schneesturm'],
    [['ice'], 'eis, glatteis, glätte, straßenglätte, eisregen, gefrierender regen, eisglätte, überfrierende nässe, vereisung'],
    [['snow', 'ice'], 'schneeglätte, schnee und eis'],
    [['wind'], 'wind, böen, windböen, sturm, sturmböen, orkan, orkanböen, orkanartige, starkwind, föhnsturm'],
    [['hurricane', 'wind'], 'hurrikan, taifun, zyklon, tropensturm'],
    [['heat'], 'hitze, hitzewelle, wärmebelastung, wärmebelastungen, hohe temperaturen'],
    [['cold'], 'kälte, frost, dauerfrost, kältewelle, tiefe temperaturen'],
    [['fog'], 'nebel'],
    [['uv'], 'uv, uv index'],
    [['flood'], 'hochwasser, überschwemmung, überschwemmungen, überflutung, tauwetter, sturmflut, starkes tauwetter'],
    [['airQuality'], 'feinstaub, ozon, smog, luftqualität'],
    [['marine'], 'seegang, küste, brandung'],
  ],
}

const FR: Lexicon = {
  markers: 'vigilance, alerte, avertissement, veille, jaune, orange, rouge, avis, de, du, des, et, fortes, fort, forts, violents',
  phrases: [
    [['forestFire'], 'feu de forêt, feux de forêt, feux de forêts, incendie de forêt, incendies de forêt'],
    [['avalanche'], 'avalanche, avalanches'],
    [['rain'], 'pluie, pluies, averses, précipitations'],
    [['thunderstorm'], 'orage, orages, grêle, foudre'],
    [['tornado', 'thunderstorm'], 'tornade, tornades'],
    [['snow'], 'neige, chutes de neige'],
    [['snow', 'ice'], 'neige verglas, tempête hivernale'],
    [['snow', 'wind'], 'blizzard, poudrerie, tempête de neige'],
    [['ice'], 'verglas, pluie verglaçante, bruine verglaçante, glace'],
    [['wind'], 'vent, vents, rafales, tempête, tempêtes, coup de vent'],
    [['hurricane', 'wind'], 'ouragan, cyclone, typhon, tempête tropicale'],
    [['heat'], 'chaleur, canicule, vague de chaleur'],
    [['cold'], 'froid, grand froid, gel, gelée, gelées, vague de froid, refroidissement éolien'],
    [['fog'], 'brouillard'],
    [['flood'], 'inondation, inondations, crue, crues, submersion, onde de tempête'],
    [['rain', 'flood'], 'pluie inondation'],
    [['flood', 'marine'], 'vagues submersion'],
    [['airQuality'], "qualité de l'air, pollution, poussière"],
    [['marine'], 'vagues, houle, mer, littoral'],
  ],
}

const ES: Lexicon = {
  markers: 'aviso, alerta, alarma, amarillo, naranja, rojo, de, por, fuertes, fuerte, intensa, intensas, y, nivel',
  phrases: [
    [['forestFire'], 'incendio forestal, incendios forestales'],
    [['avalanche'], 'alud, aludes, avalancha, avalanchas'],
    [['rain'], 'lluvia, lluvias, precipitación, precipitaciones, chubascos, aguacero, aguaceros'],
    [['thunderstorm'], 'tormenta, tormentas, tormentas eléctricas, granizo, rayos'],
    [['tornado', 'thunderstorm'], 'tornado, tornados'],
    [['snow'], 'nieve, nevada, nevadas, tormenta de nieve'],
    [['ice'], 'hielo, lluvia helada, engelamiento'],
    [['wind'], 'viento, vientos, rachas, vendaval, temporal de viento'],
    [['hurricane', 'wind'], 'huracán, ciclón, tormenta tropical'],
    [['heat'], 'calor, ola de calor, altas temperaturas, temperaturas máximas'],
    [['cold'], 'frío, heladas, helada, ola de frío, bajas temperaturas, temperaturas mínimas'],
    [['fog'], 'niebla, nieblas'],
    [['flood'], 'inundación, inundaciones, crecida, crecidas, deshielo'],
    [['airQuality'], 'calidad del aire, polvo, calima, tormenta de arena'],
    [['marine'], 'oleaje, marejada, marejadas, costeros, fenómenos costeros, mar'],
  ],
}

const PT: Lexicon = {
  markers: 'aviso, alerta, perigo, perigo potencial, grande perigo, amarelo, laranja, vermelho, de, intensas, fortes, e',
  phrases: [
    [[], 'baixa umidade, baixa humidade'],
    [['forestFire'], 'incêndio, incêndios, incêndio florestal, incêndios florestais'],
    [['avalanche'], 'avalanche, avalanches, avalancha, avalanchas'],
    [['rain'], 'chuva, chuvas, acumulado de chuva, precipitação, aguaceiros'],
    [['thunderstorm'], 'tempestade, tempestades, trovoada, trovoadas, granizo, raios'],
    [['tornado', 'thunderstorm'], 'tornado, tornados'],
    [['snow'], 'neve, queda de neve'],
    [['ice'], 'gelo, chuva congelada'],
    [['wind'], 'vento, ventos, vendaval, rajadas'],
    [['wind', 'marine'], 'ventos costeiros'],
    [['hurricane', 'wind'], 'furacão, ciclone, ciclone tropical, tempestade tropical'],
    [['heat'], 'calor, onda de calor, tempo quente, altas temperaturas'],
    [['cold'], 'frio, onda de frio, geada, geadas, declínio de temperatura, tempo frio'],
    [['fog'], 'nevoeiro, neblina'],
    [['flood'], 'inundação, inundações, enchente, enchentes, alagamento, alagamentos, cheia, cheias'],
    [['airQuality'], 'qualidade do ar, poeira'],
    [['marine'], 'agitação marítima, ressaca, maré, mar'],
  ],
}

const IT: Lexicon = {
  markers: 'allerta, avviso, attenzione, gialla, giallo, arancione, rossa, rosso, per, forti, forte, di, e',
  phrases: [
    [['forestFire'], 'incendio boschivo, incendi boschivi'],
    [['avalanche'], 'valanga, valanghe'],
    [['rain'], 'pioggia, piogge, precipitazioni, rovesci'],
    [['thunderstorm'], 'temporale, temporali, grandine, grandinate, fulmini'],
    [['tornado', 'thunderstorm'], "tornado, tromba d'aria, trombe d'aria"],
    [['snow'], 'neve, nevicata, nevicate, bufera di neve'],
    [['ice'], 'ghiaccio, gelicidio, pioggia congelantesi'],
    [['wind'], 'vento, venti, raffiche, burrasca, burrasche, tempesta'],
    [['hurricane', 'wind'], 'uragano, ciclone, tempesta tropicale'],
    [['heat'], 'caldo, ondata di calore, ondate di calore, alte temperature'],
    [['cold'], 'freddo, gelo, gelate, ondata di freddo, basse temperature'],
    [['fog'], 'nebbia, nebbie'],
    [['flood'], 'alluvione, alluvioni, inondazione, inondazioni, idraulico, idraulica'],
    [['airQuality'], "qualità dell'aria"],
    [['marine'], 'mareggiata, mareggiate, mare, moto ondoso'],
  ],
}

const NL: Lexicon = {
  markers: 'waarschuwing, code, geel, oranje, rood, voor, zware, en',
  phrases: [
    [['rain'], 'regen, regenval, neerslag'],
    [['thunderstorm'], 'onweer, onweersbuien, hagel, bliksem'],
    [['snow'], 'sneeuw, sneeuwval'],
    [['snow', 'wind'], 'sneeuwjacht, sneeuwstorm'],
    [['ice'], 'ijs, ijzel, gladheid'],
    [['wind'], 'wind, windstoten, storm'],
    [['heat'], 'hitte'],
    [['cold'], 'koude, vorst, kou'],
    [['fog'], 'mist'],
    [['flood'], 'overstroming, hoogwater, wateroverlast'],
    [['forestFire'], 'bosbrand, bosbranden, natuurbrand, natuurbranden'],
    [['avalanche'], 'lawine, lawines, lawinegevaar'],
  ],
}

const PL: Lexicon = {
  markers: 'ostrzeżenie, żółte, pomarańczowe, czerwone, silny, silne, intensywne',
  phrases: [
    [['rain'], 'deszcz, deszcze, ulewa, ulewy, opady deszczu, opady'],
    [['thunderstorm'], 'burza, burze, grad'],
    [['snow'], 'śnieg, śniegu, opady śniegu'],
    [['snow', 'wind'], 'zawieje, zamiecie, zawieje i zamiecie śnieżne'],
    [['ice'], 'oblodzenie, gołoledź, marznące opady, opady marznące'],
    [['wind'], 'wiatr, wichura'],
    [['heat'], 'upał, upały'],
    [['cold'], 'mróz, przymrozki'],
    [['fog'], 'mgła, mgły, gęsta mgła'],
    [['flood'], 'powódź, wezbranie, roztopy'],
    [['forestFire'], 'pożar lasu, pożary lasów, zagrożenie pożarowe'],
    [['avalanche'], 'lawina, lawiny, zagrożenie lawinowe'],
  ],
}

const HR: Lexicon = {
  markers: 'upozorenje, žuto, narandžasto, crveno, opasnost',
  phrases: [
    [['rain'], 'kiša, kiše'],
    [['thunderstorm'], 'grmljavina, grmljavinsko nevrijeme, oluja, tuča, grad'],
    [['snow'], 'snijeg, sneg'],
    [['ice'], 'led, poledica'],
    [['wind'], 'vjetar, vetar'],
    [['heat'], 'visoka temperatura, toplinski val'],
    [['cold'], 'niska temperatura, mraz'],
    [['fog'], 'magla'],
    [['flood'], 'poplava, poplave'],
    [['forestFire'], 'šumski požar, šumski požari'],
    [['avalanche'], 'lavina, lavine'],
  ],
}

const TR: Lexicon = {
  markers: 'uyarı, uyarısı, sarı, turuncu, kırmızı, kuvvetli, yoğun',
  phrases: [
    [['rain'], 'yağmur, sağanak'],
    [['thunderstorm'], 'gök gürültülü sağanak, fırtınalı yağmur, dolu'],
    [['snow'], 'kar, kar yağışı'],
    [['ice'], 'buzlanma, buz'],
    [['wind'], 'rüzgar, fırtına'],
    [['heat'], 'sıcak, yüksek sıcaklık'],
    [['cold'], 'soğuk, don, zirai don'],
    [['fog'], 'sis'],
    [['flood'], 'sel, su baskını'],
    [['forestFire'], 'orman yangını, orman yangınları'],
    [['avalanche'], 'çığ'],
  ],
}

const RU: Lexicon = {
  markers: 'предупреждение, опасность, желтый, сильный, сильная, сильное, и',
  phrases: [
    [['forestFire'], 'пожарная опасность, пожароопасность, лесной пожар, лесные пожары, пожары'],
    [['avalanche'], 'лавина, лавины, лавинная опасность'],
    [['rain'], 'дождь, дожди, ливень, ливни, осадки'],
    [['thunderstorm'], 'гроза, грозы, град'],
    [['snow'], 'снег, снегопад'],
    [['snow', 'wind'], 'метель, метели, вьюга'],
    [['ice'], 'гололед, гололедица, гололедно изморозевое отложение, гололедно изморозевые отложения'],
    [['wind'], 'ветер, шквал, буря'],
    [['heat'], 'жара'],
    [['cold'], 'мороз, морозы, заморозки'],
    [['fog'], 'туман'],
    [['flood'], 'наводнение, паводок, половодье'],
  ],
}

const AR: Lexicon = {
  markers: 'تحذير, غزيرة',
  phrases: [
    [['rain'], 'أمطار, مطر'],
    [['thunderstorm'], 'عواصف رعدية, عاصفة رعدية'],
    [['snow'], 'ثلوج, ثلج'],
    [['wind'], 'رياح'],
    [['fog'], 'ضباب'],
    [['flood'], 'فيضانات, سيول'],
    [['forestFire'], 'حرائق الغابات'],
    [['avalanche'], 'انهيارات ثلجية, انهيار ثلجي'],
  ],
}

/** The Japan Meteorological Agency's closed list; `listTitleWords` has removed the level. */
const JA: Lexicon = {
  markers: '特別警報, 警報, 注意報',
  phrases: [
    [[], '乾燥'],
    [['forestFire'], '林野火災'],
    [['avalanche'], 'なだれ'],
    [['rain'], '大雨'],
    [['thunderstorm'], '雷'],
    [['snow'], '大雪, 着雪'],
    [['snow', 'wind'], '暴風雪, 風雪'],
    [['ice'], '着氷'],
    [['wind'], '暴風, 強風'],
    [['hurricane', 'wind'], '台風'],
    [['cold'], '低温, 霜'],
    [['fog'], '濃霧'],
    [['flood'], '洪水, 高潮, 融雪'],
    [['marine'], '波浪'],
  ],
}

/** English first: if two languages match equally many words of a title, the earlier one wins. */
export const LEXICONS: Readonly<Record<string, Lexicon>> = {
  en: EN,
  de: DE,
  fr: FR,
  es: ES,
  pt: PT,
  it: IT,
  nl: NL,
  pl: PL,
  hr: HR,
  tr: TR,
  ru: RU,
  ar: AR,
  ja: JA,
}
