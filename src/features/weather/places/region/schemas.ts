import { Type } from 'typebox'
import { UNIT_SYSTEMS } from '../../../../domain/units.ts'
import { LANGUAGES } from '../../../../messages/languages.ts'
import { nullable } from '../../../../platform/http/schema/schemas.ts'

const nullableText = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const nullableNumber = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })

const Region = Type.Object(
  {
    country: Type.String({ description: 'ISO 3166 alpha-2' }),
    region: nullableText('State or region'),
    city: nullableText('Town'),
    lat: nullableNumber('Approximate degrees north'),
    lon: nullableNumber('Approximate degrees east'),
    timezone: nullableText('IANA time zone'),
    source: Type.Enum(['edge', 'geoip'], {
      description: '`edge`: headers of the proxy in front of the service; `geoip`: the GeoIP database',
    }),
  },
  { title: 'Region' },
)

export const RegionAnswer = Type.Object(
  {
    region: nullable(Region, 'Null if unknown, as for local addresses'),
    suggestedUnits: Type.Enum([...UNIT_SYSTEMS], { description: 'Based on the country' }),
    suggestedLang: Type.Enum([...LANGUAGES], { description: 'Based on `Accept-Language`, then on the country' }),
  },
  { title: 'RegionAnswer' },
)

export const REGION_EXAMPLES = [
  {
    region: {
      country: 'US',
      region: 'Illinois',
      city: 'Springfield',
      lat: 39.8,
      lon: -89.64,
      timezone: 'America/Chicago',
      source: 'edge',
    },
    suggestedUnits: 'imperial',
    suggestedLang: 'en',
  },
  {
    region: { country: 'DE', region: null, city: null, lat: null, lon: null, timezone: null, source: 'geoip' },
    suggestedUnits: 'metric',
    suggestedLang: 'de',
  },
  { region: null, suggestedUnits: 'metric', suggestedLang: 'en' },
]
