/** So many warnings are seen at once: the weather itself must not be pushed off the page. */
export const SHOWN = 4
