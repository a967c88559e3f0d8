import { townKey } from './town-table.ts'

let codes: ReadonlyMap<string, string> | undefined

/** The code of a country by its English name, as `townKey` writes it. */
export function countryOf(key: string): string | undefined {
  codes ??= new Map(regionCodes().map(([code, name]) => [townKey(name), code]))
  return codes.get(key)
}

function regionCodes(): [code: string, name: string][] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index))
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code) => {
      const name = names.of(code)
      return name === undefined ? [] : [[code, name] as [string, string]]
    })
}
