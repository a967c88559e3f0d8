import { rowsOf } from './rows.ts'

export interface City {
  readonly id: number
  readonly name: string
  readonly country: string
  readonly state: string | null
  readonly lat: number
  readonly lon: number
  readonly population: number
  readonly localNames: Readonly<Record<string, string>>
  /** The folded names, and the names as written, in lower case. */
  readonly spellings: readonly string[]
}

/** Lower case without accents or punctuation, so that `São Paulo`, `sao paulo` and `SAO-PAULO` are the same. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replace(/[\s\-.,'’]+/g, ' ')
    .trim()
}

export const CITIES: readonly City[] = rowsOf('cities.txt').map(
  ([name = '', country = '', state = '', lat, lon, thousands, locals = ''], index) => {
    const localNames: Record<string, string> = Object.fromEntries(
      locals
        .split(',')
        .filter((pair) => pair.includes('='))
        .map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    )
    const names = [name, ...Object.values(localNames)]
    return {
      id: 2_000_000 + index * 137,
      name,
      country,
      state: state === '' ? null : state,
      lat: Number(lat),
      lon: Number(lon),
      population: Number(thousands) * 1000,
      localNames: { ...localNames, en: localNames['en'] ?? name },
      spellings: [...new Set(names.flatMap((each) => [fold(each), each.normalize('NFC').toLowerCase()]))],
    }
  },
)
