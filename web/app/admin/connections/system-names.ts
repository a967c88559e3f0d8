import { spoken } from '../kit/words.ts'

const NAMES: Readonly<Record<string, string>> = {
  'weather-provider': 'Weather provider',
  'second-provider': 'Second weather provider',
  'national-feed': 'National warnings feed',
  'mail-transport': 'Mail transport',
  'mail-service': 'Mail service',
  'photo-service': 'Photographs',
  'ad-program': 'Ad program',
}

export function systemName(id: string): string {
  return NAMES[id] ?? spoken(id)
}
