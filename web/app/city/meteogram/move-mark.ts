/** Where a key leads from an index. Time runs from left to right in every language. */
export function moveMark(key: string, at: number, slots: readonly { readonly day: string }[]): number | undefined {
  const last = slots.length - 1
  const day = slots[at]?.day
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, at + 1)
    case 'ArrowLeft':
      return Math.max(0, at - 1)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'PageDown': {
      const next = slots.findIndex((slot, index) => index > at && slot.day !== day)
      return next === -1 ? last : next
    }
    case 'PageUp': {
      const start = slots.findLastIndex((slot, index) => index < at && slot.day !== slots[index - 1]?.day)
      return Math.max(0, start)
    }
  }
  return undefined
}
