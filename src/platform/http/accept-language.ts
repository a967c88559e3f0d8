const MAX_RANGES = 20

/** The language tags of `Accept-Language` from the most wanted to the least, without those that are refused (RFC 9110 §12.5.4). */
export function acceptedLanguages(header: string | undefined): readonly string[] {
  const ranges = (header ?? '').split(',', MAX_RANGES).map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
    const weight = parameters.map((parameter) => /^q=(\d(?:\.\d{1,3})?)$/i.exec(parameter)?.[1]).find((value) => value !== undefined)
    return { tag, weight: Number(weight ?? 1) }
  })
  return ranges
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
