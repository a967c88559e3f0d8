/** Where a table keeps sealed texts. */
export interface SealedPlace {
  readonly table: string
  /** Its primary key, one column. */
  readonly key: string
  /** A text column or, with `field`, a jsonb object that holds the text under that name. */
  readonly column: string
  readonly field?: string
  /** What the text of the row with this key is sealed for. */
  readonly purpose: (key: string) => string
  /** What becomes of the row where the text is given up for lost: it does without, or it goes. */
  readonly lost: 'clear' | 'delete'
}
