const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The codes of two letters that have an English name, each with it: countries, and also unions and codes of the past. */
export function regionCodes(): (readonly [code: string, name: string])[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
    const name = names.of(code)
    return name === undefined ? [] : [[code, name] as const]
  })
}
