/** What the parts of a page of warnings say around the warnings themselves. */
export interface WarningWords {
  readonly countries: string
  readonly quiet: string
  readonly coverage: string
  readonly text: string
  readonly level: string
  readonly areas: string
  readonly issuer: string
  readonly instruction: string
  readonly source: string
}
