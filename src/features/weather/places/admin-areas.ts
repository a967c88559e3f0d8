import { regionCodes } from '../../../domain/region-codes.ts'
import { townKey } from './gazetteer/town-table.ts'

/**
 * Names of first-level areas for countries where people use them to distinguish towns. US codes are the postal ones, which OpenWeather sent
 * until 2021; those of the other countries are GeoNames' (admin1CodesASCII), as in the gazetteer.
 */
const US =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,' +
  'GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,' +
  'MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,' +
  'NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,' +
  'RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,' +
  'WV West Virginia,WI Wisconsin,WY Wyoming'
const CA =
  '01 Alberta,02 British Columbia,03 Manitoba,04 New Brunswick,05 Newfoundland and Labrador,07 Nova Scotia,08 Ontario,' +
  '09 Prince Edward Island,10 Quebec,11 Saskatchewan,12 Yukon,13 Northwest Territories,14 Nunavut'
const AU =
  '01 Australian Capital Territory,02 New South Wales,03 Northern Territory,04 Queensland,05 South Australia,06 Tasmania,07 Victoria,' +
  '08 Western Australia'
const GB = 'ENG England,NIR Northern Ireland,SCT Scotland,WLS Wales'

const AREAS = new Map(
  Object.entries({ US, CA, AU, GB }).flatMap(([country, list]) =>
    list.split(',').map((entry) => [`${country} ${entry.slice(0, entry.indexOf(' '))}`, entry.slice(entry.indexOf(' ') + 1)] as const),
  ),
)

/** The name of an area by its code within an ISO 3166 country; undefined if the table has none. */
export function areaName(country: string, code: string): string | undefined {
  return AREAS.get(`${country} ${code}`)
}

let codes: ReadonlyMap<string, string> | undefined

/** The code of a country by its English name, as `townKey` writes it. */
export function countryOf(key: string): string | undefined {
  codes ??= new Map(regionCodes().map(([code, name]) => [townKey(name), code]))
  return codes.get(key)
}
