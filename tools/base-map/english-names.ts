/**
 * English names of towns that GeoNames' main names have in the language of their country, beside "Munich" and "Vienna": country, name there,
 * name in English. The map has one language.
 */
const ROWS = [
  ['AF', 'Herāt', 'Herat'],
  ['AF', 'Jalālābād', 'Jalalabad'],
  ['AF', 'Kandahār', 'Kandahar'],
  ['BE', 'Antwerpen', 'Antwerp'],
  ['BE', 'Brugge', 'Bruges'],
  ['BE', 'Gent', 'Ghent'],
  ['CA', 'Montréal', 'Montreal'],
  ['CA', 'Québec', 'Quebec City'],
  ['CH', 'Genève', 'Geneva'],
  ['CH', 'Zürich', 'Zurich'],
  ['DE', 'Hannover', 'Hanover'],
  ['DE', 'Köln', 'Cologne'],
  ['DE', 'Nürnberg', 'Nuremberg'],
  ['EG', 'Asyūţ', 'Asyut'],
  ['ES', 'Sevilla', 'Seville'],
  ['FR', 'Dunkerque', 'Dunkirk'],
  ['GR', 'Irákleion', 'Heraklion'],
  ['GR', 'Pátra', 'Patras'],
  ['GR', 'Thessaloníki', 'Thessaloniki'],
  ['IT', 'Padova', 'Padua'],
  ['IT', 'Siracusa', 'Syracuse'],
  ['MA', 'Fès', 'Fez'],
  ['MN', 'Ulan Bator', 'Ulaanbaatar'],
  ['PA', 'Panamá', 'Panama City'],
  ['PL', 'Kraków', 'Krakow'],
  ['RU', 'Arkhangel’sk', 'Arkhangelsk'],
  ['RU', 'Nizhniy Novgorod', 'Nizhny Novgorod'],
  ['RU', 'Rostov-na-Donu', 'Rostov-on-Don'],
  ['SE', 'Göteborg', 'Gothenburg'],
] as const

export const ENGLISH_NAMES: ReadonlyMap<string, string> = new Map(ROWS.map(([country, name, english]) => [`${country} ${name}`, english]))
