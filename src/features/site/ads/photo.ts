/** A photograph that may be shown, with the credit that its service asks for. */
export interface Photo {
  readonly imageUrl: string
  readonly width: number
  readonly height: number
  readonly attribution: { readonly text: string; readonly url: string; readonly license: string }
}

/** Where photographs come from. Undefined where it knows none that fits; a failure throws. */
export interface PhotoService {
  readonly id: string
  configured(): boolean
  /** Do its own limits leave room for another search? */
  mayAsk(): boolean
  find(query: string): Promise<Photo | undefined>
}
