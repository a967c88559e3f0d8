export type DeviceClass = 'mobile' | 'tablet' | 'desktop'

/** All that is stored of a user agent. */
export interface Browser {
  readonly device: DeviceClass
  /** Browser family: the brands that matter, `other` for the rest. */
  readonly family: string
}

/** Matched in this order: most user agents name several brands. */
const FAMILIES: readonly (readonly [family: string, pattern: RegExp])[] = [
  ['edge', /\bEdg(?:e|A|iOS)?\//],
  ['opera', /\bOPR\/|\bOpera\b/],
  ['samsung', /\bSamsungBrowser\//],
  ['firefox', /\b(?:Firefox|FxiOS)\//],
  ['chrome', /\b(?:Chrome|CriOS|Chromium)\//],
  ['safari', /\bSafari\//],
]

/** Reduces a user agent to device class and browser family. */
export function browserOf(userAgent: string): Browser {
  const family = FAMILIES.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'other'
  return { device: deviceOf(userAgent), family }
}

/** Android tablets lack `Mobile`; an iPad that claims to be a Mac counts as a desktop. */
function deviceOf(userAgent: string): DeviceClass {
  if (/\b(?:iPad|Tablet)\b/.test(userAgent) || (/\bAndroid\b/.test(userAgent) && !/\bMobile\b/.test(userAgent))) return 'tablet'
  return /\b(?:Mobi|Mobile|iPhone|iPod)\b/.test(userAgent) ? 'mobile' : 'desktop'
}
