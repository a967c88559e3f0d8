/** A photograph with the credit that its service requires. */
export interface Photo {
  readonly imageUrl: string
  readonly width: number
  readonly height: number
  readonly attribution: { readonly text: string; readonly url: string; readonly license: string }
}

/** A source of photographs. Undefined when none fits; throws on failure. */
export interface PhotoService {
  readonly id: string
  configured(): boolean
  /** Whether its own quota leaves room for another search. */
  mayAsk(): boolean
  find(query: string): Promise<Photo | undefined>
}
