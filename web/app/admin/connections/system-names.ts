import { spoken } from '../kit/words.ts'

const NAMES: Readonly<Record<string, string>> = {
  'weather-provider': 'Weather provider',
  'second-provider': 'Fallback weather provider',
  'national-feed': 'National alert feed',
  'mail-transport': 'Mail server',
  'mail-service': 'Email service',
  'photo-service': 'Photo service',
  'ad-program': 'Ad program',
}

export function systemName(id: string): string {
  return NAMES[id] ?? spoken(id)
}
