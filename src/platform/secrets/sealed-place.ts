/** A column that stores sealed texts. */
export interface SealedPlace {
  readonly table: string
  /** The primary key column. */
  readonly key: string
  /** A text column or, with `field`, a jsonb column whose objects hold the text under that name. */
  readonly column: string
  readonly field?: string
  /** The purpose that the text in the row with this key is sealed for. */
  readonly purpose: (key: string) => string
  /** What happens when the text is given up: clear it, or delete its row. */
  readonly lost: 'clear' | 'delete'
}
