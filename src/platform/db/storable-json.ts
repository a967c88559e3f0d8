/**
 * Serialises JSON for `jsonb`. NUL and lone surrogates, which `jsonb` rejects and JSON.stringify writes as escapes, become U+FFFD. Text
 * from providers and people may contain them.
 */
export function storableJson(value: unknown, replacer?: (key: string, value: unknown) => unknown): string {
  return JSON.stringify(value, replacer).replace(/\\(u0000|ud[89a-f][0-9a-f]{2}|.)/g, (escape, code: string) =>
    code.length > 1 ? '\\ufffd' : escape,
  )
}
