/** Licences that let anybody pass warnings on, rewritten, if the source is credited. Those without derivatives or commercial use do not. */
const OPEN: readonly RegExp[] = [
  /^CC0\b/i,
  /^(?:CC|Creative Commons)[ -]BY(?:-SA)?(?: \d\.\d)?(?: [a-z]+)?$/i,
  /^public domain\b/i,
  /^(?:Open Government Licen[cs]e|OGL)\b/i,
  /^(?:NLOD|GeoNutzV|Licence Ouverte|Etalab)\b/i,
  /^dl-de\/(?:by|zero)\b/i,
]

/** Whether a licence, as the credit of a feed names it, allows to publish the feed's warnings as documents of ours. */
export function allowsRepublishing(license: string): boolean {
  return OPEN.some((pattern) => pattern.test(license.trim()))
}
