import { listCountryCodes } from '@isobar/weather'
import { formatEnglishCountryName } from '../kit/words.ts'
import type { Systems } from './system.ts'

/** Names of regions, each with its countries. */
export type Regions = Systems['regions']

/** What the API's names of regions stand for. */
const NAMED: Readonly<Record<string, string>> = {
  nordic: 'the Nordic countries',
  europe: 'Europe',
  us: 'the United States with territories',
  canada: 'Canada',
}

const nameOf = (part: string): string => NAMED[part] ?? formatEnglishCountryName(part)

let countriesOfToday: readonly (readonly [code: string, name: string])[] | undefined

/** The countries of today by their ISO 3166 codes, in the order of their names. */
const countries = () =>
  (countriesOfToday ??= listCountryCodes()
    .map((code) => [code, formatEnglishCountryName(code)] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b, 'en')))

/** What a region may consist of, for a field with suggestions. */
export function listRegionChoices(regions: Regions) {
  return [
    { group: 'Regions', items: Object.keys(regions).map((name) => ({ value: name, label: `${name}: ${nameOf(name)}` })) },
    { group: 'Countries', items: countries().map(([code, name]) => ({ value: code, label: `${name} (${code})` })) },
  ]
}

/** What was typed as the API names it: a country by its name or in lower case becomes its code; anything else stays, for the API to judge. */
export function parseRegionPart(typed: string, regions: Regions): string {
  const text = typed.trim()
  if (Object.hasOwn(regions, text.toLowerCase())) return text === text.toUpperCase() && text.length === 2 ? text : text.toLowerCase()
  const country = countries().find(([code, name]) =>
    [code, name, `${name} (${code})`].some((each) => each.toLowerCase() === text.toLowerCase()),
  )
  return country?.[0] ?? text
}

/** `in the Nordic countries and Germany`; null: `everywhere`. */
export function describeRegion(region: string | null): string {
  return region === null ? 'everywhere' : `in ${new Intl.ListFormat('en').format(region.split('+').map(nameOf))}`
}
