declare const content: unique symbol
/** JSON that says what it holds. */
export type AsText<T> = string & { readonly [content]: T }

/**
 * A page's data as one text. What the router sends beside the page has a number for every name and value in it, which compresses badly:
 * as JSON the same takes half the room.
 */
export function asText<T>(value: T): AsText<T> {
  return JSON.stringify(value) as AsText<T>
}

export function fromText<T>(text: AsText<T>): T {
  return JSON.parse(text) as T
}
