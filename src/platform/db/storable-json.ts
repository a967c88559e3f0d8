/** NUL and lone surrogates as JSON.stringify writes them, where no backslash comes before. */
const UNSTORABLE = /\\(?:u0000|ud[89a-f][0-9a-f]{2})/g

/**
 * Serialises JSON for `jsonb`. NUL and lone surrogates, which `jsonb` rejects and JSON.stringify writes as escapes, become U+FFFD. Text
 * from providers and people may contain them.
 */
export function writeStorableJson(value: unknown, replacer?: (key: string, value: unknown) => unknown): string {
  const json = JSON.stringify(value, replacer)
  if (!json.includes(String.raw`\u0000`) && !json.includes(String.raw`\ud`)) return json
  // Between escaped backslashes, which come in pairs from the left, each backslash begins an escape.
  const pieces = json.split(String.raw`\\`)
  return pieces.map((piece) => piece.replace(UNSTORABLE, String.raw`\ufffd`)).join(String.raw`\\`)
}
